import { z } from 'zod'
import { findVisibleChannel } from '#domain/channels/find'
import { findLastRead } from '#domain/channels/readMarks'
import { visibleChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, flag } from '#rpc/args/values'
import { method } from '#rpc/method'
import { toChannelObjects, channelObject } from '#objects/channel'
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
    ...visibleChannelErrors,
  },

  async handle(args, { caller, db }) {
    const { channel } = await findVisibleChannel(db, caller, args.channel)
    const lastRead = await findLastRead(db, channel, caller.userId)
    const options = { members: args.include_num_members ?? false, lastRead }
    const [object] = await toChannelObjects(db, [channel], caller, options)
    return { channel: object! }
  },
})
