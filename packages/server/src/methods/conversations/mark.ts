import { z } from 'zod'
import { visibleChannel } from '#domain/channels/find'
import { markAt } from '#domain/channels/readMarks'
import { channelId, messageTs } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { manageScopes } from '#objects/scopes'

export const mark = writingMethod('conversations.mark', {
  summary: 'Says how far the caller has read a conversation.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier3',
  args: z.object({ channel: channelId, ts: messageTs.describe('The last message that was read.') }),
  result: z.object({}),
  errors: {
    channel_not_found: 'There is no such channel, or none that the caller can see.',
    team_not_found: 'An org-wide token came with a channel name in place of an id.',
    not_in_channel: {
      wrong: 'The caller is not in the conversation.',
      cause: 'Marks are those of members, and the person or bot user of the token is none.',
      remedy: 'Join the channel first.',
    },
    invalid_timestamp: {
      wrong: '`ts` is no ts.',
      cause: 'It is no text of digits, a dot and digits.',
      remedy: 'Give the `ts` of a message as text, digit by digit: as a number it loses its end.',
    },
  },

  async handle(args, { caller: by, db }) {
    const { channel, caller } = await visibleChannel(db, by, args.channel)
    await markAt(db, channel, caller, args.ts)
    return {}
  },
})
