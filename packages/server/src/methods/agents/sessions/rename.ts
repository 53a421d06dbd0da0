import { z } from 'zod'
import { asApp } from '#domain/caller'
import { isChannelId, noSuchChannel } from '#domain/channels'
import { reachableChannel } from '#domain/posting'
import { renameSession } from '#domain/threads/agents'
import { rootToTell } from '#domain/threads/place'
import { channelId, messageTs, textUpTo } from '#rpc/args'
import { writingMethod } from '#rpc/method'
import { sessionErrors } from '#rpc/threadErrors'

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
    channel_type_not_supported: 'The channel is of a kind that holds no messages.',
    is_archived: 'The channel is archived.',
    invalid_name: '`title` is white space alone.',
    session_not_found: 'The thread has no session.',
    not_authorized: 'The app has no part in the session.',
  },

  async handle(args, { caller: by, db, refuse }) {
    if (args.title.trim() === '') throw refuse('invalid_name', '"title" has to have a letter or another sign.')
    if (!isChannelId(args.channel_id)) throw noSuchChannel(args.channel_id)
    const { channel, caller } = await reachableChannel(db, by, args.channel_id)
    const root = await rootToTell(db, channel, args.thread_ts)
    return { title: await renameSession(db, channel, root.ts, asApp(caller).app, args.title) }
  },
})
