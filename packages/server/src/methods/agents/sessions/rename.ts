import { z } from 'zod'
import { requireApp } from '#domain/access/caller'
import { isChannelId, noSuchChannel } from '#domain/channels/find'
import { findReachableChannel } from '#domain/channels/access'
import { renameSession } from '#domain/threads/agentSessions'
import { requireThreadRoot } from '#domain/threads/root'
import { channelId, messageTs, textUpTo } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { postingRuleErrors } from '#rpc/errors/channelAccess'
import { sessionErrors } from '#rpc/errors/thread'

export const rename = writingMethod('agents.sessions.rename', {
  summary: 'Renames the session of a thread.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier3',

  args: z.object({
    channel_id: channelId.describe('The channel of the thread.'),
    thread_ts: messageTs.optional().describe('A message of the thread. Required.'),
    title: textUpTo(200).min(1).describe('The new title, 1 to 200 characters.'),
  }),

  result: z.object({ title: z.string() }),

  errors: {
    ...sessionErrors,
    channel_type_not_supported: postingRuleErrors.channel_type_not_supported,
    is_archived: postingRuleErrors.is_archived,
    invalid_name: {
      wrong: '`title` is only white space.',
      cause: 'Nothing in it can be shown.',
      remedy: 'Send a title with visible characters.',
    },
    session_not_found: {
      wrong: 'The thread has no session.',
      cause: 'No agent has set a status or started a stream in the thread.',
      remedy: 'Call agents.sessions.setStatus first: it starts the session.',
    },
    not_authorized: {
      wrong: 'The app does not take part in the session.',
      cause: 'Other agents started the session.',
      remedy: 'Join the session with agents.sessions.setStatus first.',
    },
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    if (args.title.trim() === '') throw refuse('invalid_name', '"title" must contain more than white space.')
    if (!isChannelId(args.channel_id)) throw noSuchChannel(args.channel_id)
    const { channel, caller } = await findReachableChannel(db, tokenCaller, args.channel_id)
    const root = await requireThreadRoot(db, channel, args.thread_ts)
    return { title: await renameSession(db, channel, root.ts, requireApp(caller), args.title) }
  },
})
