import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { shortId, textUpTo } from '#rpc/args/values'
import { startAssistantThread } from '#domain/apps/home/assistantThreads'
import { setViewedChannel } from '#domain/apps/home/viewedChannel'
import type { Interactions } from '#domain/interactions/interactions'
import { interactionNames, performInteraction } from '#http/browser/interactions'
import { blocks } from '#rpc/args/blocks'
import { getPerson } from './person.ts'
import { resolveChannel, say, stop, type Stage } from './personActs.ts'

const person = { team: shortId, user: shortId }
const messageBody = z.strictObject({
  ...person,
  channel: shortId.describe('A channel, or an app or person for the direct message with them.'),
  text: textUpTo(maxLength.text).optional(),
  blocks: blocks.optional(),
  thread_ts: shortId.optional(),
})
const assistantBody = z.strictObject({ ...person, app: shortId, looking: shortId.optional() })
const stopBody = z.strictObject({ ...person, channel: shortId, ts: shortId, app_id: shortId.optional() })
/** The rest is what a browser would send. */
const interactionBody = z.looseObject(person)

/** Does what a person does in the web client. */
export function personRoutes(app: FastifyInstance, stage: Stage, interactions: Interactions): void {
  const { store, journal } = stage
  app.post('/control/say', async (request) => {
    const { team, user, thread_ts: threadTs, ...said } = messageBody.parse(request.body)
    const { ts } = await say(stage, await getPerson(store.db, team, user), { ...said, threadTs })
    return { ts }
  })

  app.post('/control/converse', async (request) => {
    const { team, user, app: appId, looking } = assistantBody.parse(request.body)
    const caller = await getPerson(store.db, team, user)
    const [channel, ts] = await store.write(async (tx) => {
      const channelId = await resolveChannel(tx, caller, appId)
      return [channelId, await startAssistantThread(tx, caller, channelId, looking)] as const
    })
    journal.addAct(caller, { act: 'converses', channel, ts, detail: looking === undefined ? {} : { looking } })
    return { channel, ts }
  })

  app.post('/control/looks', async (request) => {
    const { team, user, app: appId, looking } = assistantBody.parse(request.body)
    const caller = await getPerson(store.db, team, user)
    const channel = await store.write(async (tx) => {
      const channelId = await resolveChannel(tx, caller, appId)
      await setViewedChannel(tx, caller, { channelId, viewedChannel: looking })
      return channelId
    })
    journal.addAct(caller, { act: 'looks', channel, detail: looking === undefined ? {} : { looking } })
    return { ok: true }
  })

  app.post('/control/stop', async (request) => {
    const { team, user, channel, ts, app_id: appId } = stopBody.parse(request.body)
    await stop(stage, await getPerson(store.db, team, user), { channel, ts, app: appId })
    return { ok: true }
  })

  for (const name of interactionNames)
    app.post(`/control/${name}`, async (request) => {
      const { team, user, ...body } = interactionBody.parse(request.body)
      return performInteraction[name](interactions, await getPerson(store.db, team, user), body)
    })
}
