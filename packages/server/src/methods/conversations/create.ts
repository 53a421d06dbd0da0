import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { findChannel } from '#domain/channels/find'
import { createChannel } from '#domain/channels/create'
import { actInTeam } from '#domain/access/teams'
import { flag, ownTeam, textCheckedLater } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { channelCountErrors } from '#rpc/errors/channel'
import { channelNameErrors } from '#rpc/errors/channelName'
import { teamErrors } from '#rpc/errors/team'
import { toChannelObject, channelObject } from '#objects/channel'
import { manageScopes } from '#rpc/scopes'

export const create = writingMethod('conversations.create', {
  summary: 'Creates a public or private channel, with the caller as its first member.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({
    name: textCheckedLater(maxLength.channelName)
      .default('')
      .describe('At most 80 letters, digits, hyphens and underscores. Capitals become small, and white space hyphens.'),
    is_private: flag.default(false).describe('Whether only members can find the channel.'),
    team_id: ownTeam,
  }),
  result: z.object({ channel: channelObject }),
  errors: {
    ...teamErrors,
    ...channelNameErrors,
    ...channelCountErrors,
  },

  async handle(args, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, args.team_id)
    const id = await createChannel(db, caller, args.name, args.is_private)
    const channel = await findChannel(db, caller.teamId, id)
    if (!channel) throw new Error(`The channel ${id} was just created.`)
    return { channel: toChannelObject(channel, caller) }
  },
})
