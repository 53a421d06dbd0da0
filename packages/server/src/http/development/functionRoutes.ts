import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { findApp } from '#domain/apps/find'
import { findExecution, startFunction } from '#domain/apps/functions'
import { Refusal } from '#domain/refusal'
import type { ControlContext } from './routes/context.ts'
import { routesFor } from './routes/route.ts'

const route = routesFor<Pick<ControlContext, 'store'>>()

/** [FUN-4] Runs functions of apps, as workflows do, and says how they ended. */
export const functionRoutes = [
  route({
    method: 'POST',
    path: '/control/function',
    name: 'runFunction',
    summary: 'Runs a function of an app, as a workflow does.',
    body: z.strictObject({
      team: shortId,
      app: shortId.describe('An app by its id or name.'),
      callback_id: shortId,
      inputs: z.record(shortId, z.unknown()).default({}),
    }),
    answer: z.object({ execution: z.string() }),
    errors: { app_not_found: 'The team has no such app.', any: 'What the function does not take.' },
    async handle({ body: { team, app: name, callback_id: callbackId, inputs } }, { store }) {
      const execution = await store.write(async (tx) => {
        const found = await findApp(tx, team, name)
        if (!found) throw new Refusal('app_not_found', `"app": there is no app ${JSON.stringify(name)} in ${team}.`)
        return startFunction(tx, found, team, { callbackId, inputs })
      })
      return { execution }
    },
  }),
  route({
    method: 'GET',
    path: '/control/function',
    name: 'readFunction',
    summary: 'Says how a run of a function ended.',
    query: z.object({ team: shortId, execution: shortId }),
    answer: z.object({
      state: z.enum(['running', 'completed', 'failed']),
      outputs: z.record(z.string(), z.unknown()).nullable(),
      error: z.string().nullable(),
    }),
    errors: { function_execution_not_found: 'The team has no such run.' },
    async handle({ query: { team, execution } }, { store }) {
      const found = await findExecution(store.db, team, execution)
      if (!found) throw new Refusal('function_execution_not_found', `There is no run ${execution} in ${team}.`)
      const { state, outputs, error } = found
      return { state, outputs, error }
    },
  }),
]
