import { z } from 'zod'
import { listChannels } from '#domain/channels/list'
import { actingIn } from '#domain/access/teams'
import { findUser } from '#domain/people/users'
import { count, cursor, flag, ownTeam, userId } from '#rpc/args/args'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/channel'
import { channelOnWire, channelShape } from '#objects/channel'
import { conversationTypes, kindsOf, typeErrors } from '#objects/kinds'
import { cursorAt, keyOf, pageShape } from '#objects/page'
import { readScopes } from '#objects/scopes'

export const conversations = method('users.conversations', {
  summary: 'Lists the conversations that somebody is in, as far as the caller can see them.',
  tokens: ['bot', 'user'],
  scopes: readScopes,
  rate: 'tier3',
  args: z.object({
    user: userId.optional().describe('Whose conversations; the caller’s own where it is left out.'),
    types: conversationTypes,
    exclude_archived: flag.default(false).describe('Whether to leave archived ones out.'),
    limit: count(1000, 100),
    cursor,
    team_id: ownTeam,
  }),
  result: z.object({ channels: z.array(channelShape), response_metadata: pageShape }),
  errors: {
    ...teamErrors,
    user_not_found: 'Nobody of the team has this id.',
    invalid_cursor: '`cursor` is none that this method gave.',
    ...typeErrors,
  },

  async handle(args, { caller: by, db, refuse }) {
    const after = keyOf(args.cursor)
    if (after === undefined)
      throw refuse('invalid_cursor', `"cursor": ${JSON.stringify(args.cursor)} is none that this method gave.`)
    const kinds = kindsOf(args.types)
    const caller = await actingIn(db, by, args.team_id)
    const member = args.user || caller.userId
    if (!(await findUser(db, caller.teamId, member)))
      throw refuse('user_not_found', `"user": nobody of the team is ${JSON.stringify(member)}.`)
    const { channels, next } = await listChannels(db, caller, {
      kinds,
      archived: !args.exclude_archived,
      after,
      limit: args.limit,
      member,
    })
    return { channels: channels.map((channel) => channelOnWire(channel, caller)), response_metadata: cursorAt(next) }
  },
})
