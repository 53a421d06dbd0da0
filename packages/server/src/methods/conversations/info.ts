import { z } from 'zod'
import { visibleChannel } from '#domain/channels/find'
import { lastReadOf } from '#domain/channels/readMarks'
import { channelId, flag } from '#rpc/args/args'
import { method } from '#rpc/method'
import { channelOnWire, channelShape } from '#objects/channel'
import { readScopes } from '#objects/scopes'

export const info = method('conversations.info', {
  summary: 'Tells about a channel or direct message.',
  tokens: ['bot', 'user'],
  scopes: readScopes,
  rate: 'tier3',
  args: z.object({
    channel: channelId,
    include_num_members: flag.optional().describe('Whether to count the members.'),
  }),
  result: z.object({ channel: channelShape }),
  errors: {
    channel_not_found: 'There is no such channel, or none that the caller can see.',
    team_not_found: 'An org-wide token came with a channel name in place of an id.',
  },

  async handle(args, { caller, db }) {
    const { channel } = await visibleChannel(db, caller, args.channel)
    const lastRead = await lastReadOf(db, channel, caller.userId)
    return { channel: channelOnWire(channel, caller, { members: args.include_num_members ?? false, lastRead }) }
  },
})
