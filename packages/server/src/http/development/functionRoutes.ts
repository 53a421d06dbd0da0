import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { findApp } from '#domain/apps/find'
import { findExecution, startFunction } from '#domain/apps/functions'
import { Refusal } from '#domain/refusal'
import type { Store } from '#store/db'

const runBody = z.strictObject({
  team: shortId,
  app: shortId,
  callback_id: shortId,
  inputs: z.record(shortId, z.unknown()).default({}),
})
const runQuery = z.object({ team: shortId, execution: shortId })

/** [FUN-4] Runs functions of apps, as workflows do, and says how they ended. */
export function functionRoutes(app: FastifyInstance, store: Store): void {
  app.post('/control/function', async (request) => {
    const { team, app: name, callback_id: callbackId, inputs } = runBody.parse(request.body)
    const execution = await store.write(async (tx) => {
      const found = await findApp(tx, team, name)
      if (!found) throw new Refusal('app_not_found', `"app": there is no app ${JSON.stringify(name)} in ${team}.`)
      return startFunction(tx, found, team, { callbackId, inputs })
    })
    return { execution }
  })

  app.get('/control/function', async (request) => {
    const { team, execution } = runQuery.parse(request.query)
    const found = await findExecution(store.db, team, execution)
    if (!found) throw new Refusal('function_execution_not_found', `There is no run ${execution} in ${team}.`)
    const { state, outputs, error } = found
    return { state, outputs, error }
  })
}
