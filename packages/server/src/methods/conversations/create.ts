import { z } from 'zod'
import { findChannel } from '#domain/channels/find'
import { createRoom } from '#domain/channels/create'
import { actingIn } from '#domain/access/teams'
import { flag, ownTeam } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { nameErrors, teamErrors } from '#rpc/errors/channel'
import { channelOnWire, channelShape } from '#objects/channel'
import { manageScopes } from '#objects/scopes'

export const create = writingMethod('conversations.create', {
  summary: 'Creates a public or private channel, with the caller as its first member.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({
    name: z.string().default('').describe('Lower-case letters, digits, hyphens, underscores; at most 80.'),
    is_private: flag.default(false).describe('Whether only its members know of it.'),
    team_id: ownTeam,
  }),
  result: z.object({ channel: channelShape }),
  errors: {
    ...teamErrors,
    ...nameErrors,
  },

  async handle(args, { caller: by, db }) {
    const caller = await actingIn(db, by, args.team_id)
    const id = await createRoom(db, caller, args.name, args.is_private)
    const channel = await findChannel(db, caller.teamId, id)
    if (!channel) throw new Error(`The channel ${id} was just created.`)
    return { channel: channelOnWire(channel, caller) }
  },
})
