import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { findThreadChannel, findThreadRoot, noSuchThread } from '#domain/threads/root'
import { setThreadTitle } from '#domain/threads/title'
import { channelId, messageTs, textUpTo } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { threadErrors } from '#rpc/errors/thread'

export const setTitle = writingMethod('assistant.threads.setTitle', {
  summary: 'Sets the title of an assistant thread.',
  tokens: ['bot'],
  scopes: ['assistant:write'],
  rate: 'tier4',

  args: z.object({
    channel_id: channelId.describe('The channel of the thread.'),
    thread_ts: messageTs.describe('A message of the thread.'),
    title: textUpTo(maxLength.text).describe('The title, cut after 255 characters. White space alone removes it.'),
  }),

  result: z.object({}),

  errors: threadErrors,

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller } = await findThreadChannel(db, tokenCaller, args.channel_id)
    const root = await findThreadRoot(db, channel, args.thread_ts)
    if (!root) throw noSuchThread(channel, args.thread_ts)
    await setThreadTitle(db, channel, root.ts, args.title, caller.userId)
    return {}
  },
})
