import { z } from 'zod'
import { findVisibleChannel } from '#domain/channels/find'
import { findLastRead } from '#domain/channels/readMarks'
import { channelId, flag } from '#rpc/args/values'
import { method } from '#rpc/method'
import { toChannelObject, channelObject } from '#objects/channel'
import { readScopes } from '#rpc/scopes'

export const info = method('conversations.info', {
  summary: 'Returns a channel or direct message.',
  tokens: ['bot', 'user'],
  scopes: readScopes,
  rate: 'tier3',
  args: z.object({
    channel: channelId,
    include_num_members: flag.optional().describe('Whether to count the members.'),
  }),
  result: z.object({ channel: channelObject }),
  errors: {
    channel_not_found: 'There is no such channel, or the caller cannot see it.',
    team_not_found: 'An org-wide token needs the id of the channel instead of its name.',
  },

  async handle(args, { caller, db }) {
    const { channel } = await findVisibleChannel(db, caller, args.channel)
    const lastRead = await findLastRead(db, channel, caller.userId)
    return { channel: toChannelObject(channel, caller, { members: args.include_num_members ?? false, lastRead }) }
  },
})
