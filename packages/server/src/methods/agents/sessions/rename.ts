import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { isChannelId, noSuchChannel } from '#domain/channels/find'
import { reachableChannel } from '#domain/channels/postingRules'
import { renameSession } from '#domain/threads/agentSessions'
import { rootToTell } from '#domain/threads/root'
import { channelId, messageTs, textUpTo } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { placeErrors } from '#rpc/errors/posting'
import { sessionErrors } from '#rpc/errors/thread'

export const rename = writingMethod('agents.sessions.rename', {
  summary: 'Gives the session of a thread another title.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier3',

  args: z.object({
    channel_id: channelId.describe('The channel of the thread.'),
    thread_ts: messageTs.optional().describe('A message of the thread. Needed.'),
    title: textUpTo(200).min(1).describe('The new title, 1 to 200 characters.'),
  }),

  result: z.object({ title: z.string() }),

  errors: {
    ...sessionErrors,
    channel_type_not_supported: placeErrors.channel_type_not_supported,
    is_archived: placeErrors.is_archived,
    invalid_name: {
      wrong: '`title` is white space alone.',
      cause: 'There is nothing in it that could be shown.',
      remedy: 'Give a title with a letter or another sign in it.',
    },
    session_not_found: {
      wrong: 'The thread has no session.',
      cause: 'No agent has set a status or begun a stream in the thread.',
      remedy: 'Call agents.sessions.setStatus first; it begins the session.',
    },
    not_authorized: {
      wrong: 'The app has no part in the session.',
      cause: 'Other agents have begun the session.',
      remedy: 'Take a part in it first, with agents.sessions.setStatus.',
    },
  },

  async handle(args, { caller: by, db, refuse }) {
    if (args.title.trim() === '') throw refuse('invalid_name', '"title" has to have a letter or another sign.')
    if (!isChannelId(args.channel_id)) throw noSuchChannel(args.channel_id)
    const { channel, caller } = await reachableChannel(db, by, args.channel_id)
    const root = await rootToTell(db, channel, args.thread_ts)
    return { title: await renameSession(db, channel, root.ts, asApp(caller), args.title) }
  },
})
