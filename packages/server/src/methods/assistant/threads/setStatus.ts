import { z } from 'zod'
import { requireApp } from '#domain/access/caller'
import { isChannelId, noSuchChannel } from '#domain/channels/find'
import { findThreadRoot, noSuchThread } from '#domain/threads/root'
import { findReachableChannel } from '#domain/channels/access'
import { setStatus as set } from '#domain/threads/status'
import { checkUsername } from '#domain/people/reservedNames'
import { appearance, appearanceFrom } from '#rpc/args/appearance'
import { channelId, messageTs, textUpTo } from '#rpc/args/values'
import { jsonList } from '#rpc/args/structured'
import { absentAppError } from '#rpc/errors/channelAccess'
import { writingMethod } from '#rpc/method'

/** [STA-3] */
const loadingMessages = jsonList(textUpTo(50).min(1), 10)

export const setStatus = writingMethod('assistant.threads.setStatus', {
  summary: 'Shows what the app is doing in a thread, until it replies.',
  tokens: ['bot'],
  scopes: ['chat:write', 'assistant:write'],
  rate: 'special',
  perMinute: 600,

  args: z.object({
    channel_id: channelId.describe('The channel of the thread.'),
    thread_ts: messageTs.describe('A message of the thread.'),
    status: textUpTo(255).describe(
      'What the app is doing, without its name: `is thinking...`. An empty text clears the status.',
    ),
    loading_messages: loadingMessages.optional().describe('Up to 10 lines of 1 to 50 characters, shown in turn.'),
    ...appearance,
  }),

  result: z.object({}),

  errors: {
    ...absentAppError,
    channel_not_found: 'There is no such channel, or the caller cannot see it.',
    invalid_thread_ts: '`thread_ts` names no message of the channel.',
    not_in_channel: 'The person of the token is not in the channel.',
    reserved_username: '`username` could be mistaken for somebody else.',
  },

  async handle(args, { caller: tokenCaller, db }) {
    await checkUsername(db, tokenCaller, args.username)
    if (!isChannelId(args.channel_id)) throw noSuchChannel(args.channel_id)
    const { channel, caller } = await findReachableChannel(db, tokenCaller, args.channel_id, {
      canvas: true,
      archived: true,
      absentApp: 'no_permission',
    })
    const root = await findThreadRoot(db, channel, args.thread_ts)
    if (!root) throw noSuchThread(channel, args.thread_ts)
    await set(db, {
      channel,
      threadTs: root.ts,
      app: requireApp(caller).app,
      userId: caller.userId,
      text: args.status,
      loadingMessages: args.loading_messages ?? [],
      appearance: appearanceFrom(args),
    })
    return {}
  },
})
