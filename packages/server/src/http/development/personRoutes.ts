import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { messageTs, shortId, textUpTo } from '#rpc/args/values'
import { startAssistantThread } from '#domain/apps/home/assistantThreads'
import { setViewedChannel } from '#domain/apps/home/viewedChannel'
import { blocks } from '#rpc/args/blocks'
import { getPerson, personErrors, personFields } from './person.ts'
import { resolveChannel, say, stop } from './personActs.ts'
import { done, isDone } from './routes/answers.ts'
import type { ControlContext } from './routes/context.ts'
import { routesFor } from './routes/route.ts'

const route = routesFor<Pick<ControlContext, 'store' | 'journal'>>()

const assistantBody = z.strictObject({
  ...personFields,
  app: shortId.describe('The id of the app.'),
  looking: shortId.optional().describe('The channel that the person looks at beside it.'),
})

/** Does what a person does in the web client. */
export const personRoutes = [
  route({
    method: 'POST',
    path: '/control/say',
    name: 'say',
    summary: 'A person writes a message.',
    body: z.strictObject({
      ...personFields,
      channel: shortId.describe('A channel, or an app or person for the direct message with them.'),
      text: textUpTo(maxLength.text).optional().describe('Markdown.'),
      blocks: blocks.optional(),
      thread_ts: shortId.optional().describe('The message to which it replies.'),
      to_assistant: z
        .boolean()
        .default(false)
        .describe('A message to an assistant goes into a thread with it, as in the web client.'),
    }),
    answer: z.object({ ts: messageTs, channel: z.string() }),
    errors: personErrors,
    async handle({ body: { team, user, thread_ts: threadTs, to_assistant: toAssistant, ...said } }, stage) {
      const person = await getPerson(stage.store.db, team, user)
      const { channel, ts } = await say(stage, person, { ...said, threadTs, toAssistant })
      return { ts, channel }
    },
  }),
  route({
    method: 'POST',
    path: '/control/converse',
    name: 'converse',
    summary: 'A person begins a thread with an assistant.',
    body: assistantBody,
    answer: z.object({ channel: z.string(), ts: messageTs.describe('The ts of the thread’s root.') }),
    errors: personErrors,
    async handle({ body: { team, user, app: appId, looking } }, { store, journal }) {
      const caller = await getPerson(store.db, team, user)
      const place = await store.write(async (tx) => {
        const channel = await resolveChannel(tx, caller, appId)
        return { channel, ts: await startAssistantThread(tx, caller, channel, looking) }
      })
      journal.addAct(caller, { act: 'converses', ...place, detail: looking === undefined ? {} : { looking } })
      return place
    },
  }),
  route({
    method: 'POST',
    path: '/control/looks',
    name: 'look',
    summary: 'Sets the channel that a person looks at beside an app.',
    body: assistantBody,
    answer: done,
    errors: personErrors,
    async handle({ body: { team, user, app: appId, looking } }, { store, journal }) {
      const caller = await getPerson(store.db, team, user)
      const channel = await store.write(async (tx) => {
        const channelId = await resolveChannel(tx, caller, appId)
        await setViewedChannel(tx, caller, { channelId, viewedChannel: looking })
        return channelId
      })
      journal.addAct(caller, { act: 'looks', channel, detail: looking === undefined ? {} : { looking } })
      return isDone
    },
  }),
  route({
    method: 'POST',
    path: '/control/stop',
    name: 'stop',
    summary: 'A person presses Stop: on a stream, or on the work of agents in a thread.',
    body: z.strictObject({
      ...personFields,
      channel: shortId,
      ts: shortId.describe('The ts of a stream, or of the root of a thread.'),
      app_id: shortId.optional().describe('In a thread: the one agent that is to stop.'),
    }),
    answer: done,
    errors: personErrors,
    async handle({ body: { team, user, channel, ts, app_id: app } }, stage) {
      await stop(stage, await getPerson(stage.store.db, team, user), { channel, ts, app })
      return isDone
    },
  }),
]
