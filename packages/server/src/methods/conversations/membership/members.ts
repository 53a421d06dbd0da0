import { z } from 'zod'
import { visibleChannel } from '#domain/channels/find'
import { channelId, count, cursor } from '#rpc/args/args'
import { method } from '#rpc/method'
import { cursorAt, keyOf, pageShape } from '#objects/page'
import { readScopes } from '#objects/scopes'

export const members = method('conversations.members', {
  summary: 'Lists the members of a conversation.',
  tokens: ['bot', 'user'],
  scopes: readScopes,
  rate: 'tier4',
  args: z.object({ channel: channelId, limit: count(1000, 100), cursor }),
  result: z.object({ members: z.array(z.string()), response_metadata: pageShape }),
  errors: {
    channel_not_found: 'There is no such channel, or none that the caller can see.',
    team_not_found: 'An org-wide token came with a channel name in place of an id.',
    invalid_cursor: '`cursor` is none that this method gave.',
  },

  async handle(args, { caller, db, refuse }) {
    const after = keyOf(args.cursor)
    if (after === undefined)
      throw refuse('invalid_cursor', `"cursor": ${JSON.stringify(args.cursor)} is none that this method gave.`)
    const { channel } = await visibleChannel(db, caller, args.channel)
    const rest = [...channel.members].toSorted().filter((id) => id > after)
    const page = rest.slice(0, args.limit)
    return { members: page, response_metadata: cursorAt(rest.length > page.length ? page.at(-1) : undefined) }
  },
})
