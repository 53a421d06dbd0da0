import { z } from 'zod'
import { findRoot, noSuchThread } from '#domain/channels/postingRules'
import { channelToTell } from '#domain/threads/root'
import { setTitle as set } from '#domain/threads/title'
import { channelId, messageTs } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { threadErrors } from '#rpc/errors/thread'

export const setTitle = writingMethod('assistant.threads.setTitle', {
  summary: 'Names a thread of an assistant, for everybody in it.',
  tokens: ['bot'],
  scopes: ['assistant:write'],
  rate: 'tier4',

  args: z.object({
    channel_id: channelId.describe('The channel of the thread.'),
    thread_ts: messageTs.describe('A message of the thread.'),
    title: z.string().describe('The title. What is over 255 characters is cut; without words there is none.'),
  }),

  result: z.object({}),

  errors: threadErrors,

  async handle(args, { caller: by, db }) {
    const { channel, caller } = await channelToTell(db, by, args.channel_id)
    const root = await findRoot(db, channel, args.thread_ts)
    if (!root) throw noSuchThread(channel, args.thread_ts)
    await set(db, channel, root.ts, args.title, caller.userId)
    return {}
  },
})
