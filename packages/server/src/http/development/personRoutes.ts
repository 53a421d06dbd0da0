import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { shortId, textUpTo } from '#rpc/args/values'
import { startAssistantThread } from '#domain/apps/home/assistantThreads'
import { setViewedChannel } from '#domain/apps/home/viewedChannel'
import { openDirectMessage } from '#domain/channels/directMessage'
import { findChannel } from '#domain/channels/find'
import type { Interactions } from '#domain/interactions/interactions'
import { sendMessage } from '#domain/people/messages/send'
import { stopStream } from '#domain/people/stopStream'
import { findUser } from '#domain/people/users'
import { interactionNames, performInteraction } from '#http/browser/interactions'
import { blocks } from '#rpc/args/blocks'
import type { Store, Tx } from '#store/db'
import { getPerson } from './person.ts'

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
export function personRoutes(app: FastifyInstance, store: Store, interactions: Interactions): void {
  app.post('/control/say', async (request) => {
    const { team, user, channel, thread_ts: threadTs, ...content } = messageBody.parse(request.body)
    const caller = await getPerson(store.db, team, user)
    const ts = await store.write(async (tx) => {
      const channelId = await resolveChannel(tx, team, user, channel)
      return sendMessage(tx, caller, { channelId, text: content.text, blocks: content.blocks, threadTs })
    })
    return { ts }
  })

  app.post('/control/converse', async (request) => {
    const { team, user, app: appId, looking } = assistantBody.parse(request.body)
    const caller = await getPerson(store.db, team, user)
    const [channel, ts] = await store.write(async (tx) => {
      const channelId = await resolveChannel(tx, team, user, appId)
      return [channelId, await startAssistantThread(tx, caller, channelId, looking)] as const
    })
    return { channel, ts }
  })

  app.post('/control/looks', async (request) => {
    const { team, user, app: appId, looking } = assistantBody.parse(request.body)
    const caller = await getPerson(store.db, team, user)
    await store.write(async (tx) => {
      const channelId = await resolveChannel(tx, team, user, appId)
      await setViewedChannel(tx, caller, { channelId, viewedChannel: looking })
    })
    return { ok: true }
  })

  app.post('/control/stop', async (request) => {
    const { team, user, channel, ts, app_id: appId } = stopBody.parse(request.body)
    const caller = await getPerson(store.db, team, user)
    await store.write((tx) => stopStream(tx, caller, channel, ts, appId))
    return { ok: true }
  })

  for (const name of interactionNames)
    app.post(`/control/${name}`, async (request) => {
      const { team, user, ...body } = interactionBody.parse(request.body)
      return performInteraction[name](interactions, await getPerson(store.db, team, user), body)
    })
}

/** A channel by its id. The id of a person or an app stands for the direct message with them, opened on first use. */
async function resolveChannel(tx: Tx, team: string, user: string, id: string): Promise<string> {
  if (await findChannel(tx, team, id)) return id
  const app = await tx.selectFrom('apps').select('bot_user').where('id', '=', id).executeTakeFirst()
  const other = await findUser(tx, team, app?.bot_user ?? id)
  return other ? (await openDirectMessage(tx, team, user, other.id)).id : id
}
