import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { isChannelId, noSuchChannel } from '#domain/channels/find'
import { findRoot, noSuchThread, reachableChannel } from '#domain/channels/postingRules'
import { setStatus as set } from '#domain/threads/status'
import { checkUsername } from '#domain/people/reservedNames'
import { appearance, appearanceOf, channelId, loadingMessages, messageTs, textUpTo } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'

export const setStatus = writingMethod('assistant.threads.setStatus', {
  summary: 'Shows in a thread what the app is doing, until it replies.',
  tokens: ['bot'],
  scopes: ['chat:write', 'assistant:write'],
  rate: 'special',
  perMinute: 600,

  args: z.object({
    channel_id: channelId.describe('The channel of the thread.'),
    thread_ts: messageTs.describe('A message of the thread.'),
    status: textUpTo(255).describe('What the app does, without its name: `is thinking...`. Empty clears it.'),
    loading_messages: loadingMessages
      .optional()
      .describe('Up to 10 lines of 1 to 50 characters that are shown in turn.'),
    ...appearance,
  }),

  result: z.object({}),

  errors: {
    channel_not_found: 'There is no such channel, or none that the caller can see.',
    invalid_thread_ts: '`thread_ts` names no message of the channel.',
    not_in_channel: 'The person is not in the channel.',
    reserved_username: '`username` would pass for somebody else.',
  },

  async handle(args, { caller: by, db }) {
    await checkUsername(db, by, args.username)
    if (!isChannelId(args.channel_id)) throw noSuchChannel(args.channel_id)
    const { channel, caller } = await reachableChannel(db, by, args.channel_id, { canvas: true, archived: true })
    const root = await findRoot(db, channel, args.thread_ts)
    if (!root) throw noSuchThread(channel, args.thread_ts)
    await set(db, {
      channel,
      threadTs: root.ts,
      app: asApp(caller).app,
      userId: caller.userId,
      text: args.status,
      loadingMessages: args.loading_messages ?? [],
      appearance: appearanceOf(args),
    })
    return {}
  },
})
