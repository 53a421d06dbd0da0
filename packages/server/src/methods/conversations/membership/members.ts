import { z } from 'zod'
import { findVisibleChannel } from '#domain/channels/find'
import { visibleChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, cursor, limitUpTo } from '#rpc/args/values'
import { limitErrors } from '#rpc/errors/page'
import { method } from '#rpc/method'
import { toPageMetadata, decodeCursor, pageMetadata } from '#objects/page'
import { readScopes } from '#rpc/scopes'

export const members = method('conversations.members', {
  summary: 'Lists the members of a conversation.',
  tokens: ['bot', 'user'],
  scopes: readScopes,
  rate: 'tier4',
  args: z.object({ channel: channelId, limit: limitUpTo(1000, 100), cursor }),
  result: z.object({ members: z.array(z.string()), response_metadata: pageMetadata }),
  errors: {
    ...visibleChannelErrors,
    ...limitErrors,
  },

  async handle(args, { caller, db }) {
    const after = decodeCursor('members', args.cursor)
    const { channel } = await findVisibleChannel(db, caller, args.channel)
    const rest = [...channel.members].toSorted().filter((id) => id > after)
    const page = rest.slice(0, args.limit)
    return {
      members: page,
      response_metadata: toPageMetadata('members', rest.length > page.length ? page.at(-1) : undefined),
    }
  },
})
