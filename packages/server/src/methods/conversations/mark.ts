import { z } from 'zod'
import { findVisibleChannel } from '#domain/channels/find'
import { setReadMark } from '#domain/channels/readMarks'
import { visibleChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, messageTs } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { manageScopes } from '#rpc/scopes'

export const mark = writingMethod('conversations.mark', {
  summary: 'Sets how far the caller has read a conversation.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier3',
  args: z.object({ channel: channelId, ts: messageTs.describe('The last message that the caller has read.') }),
  result: z.object({}),
  errors: {
    ...visibleChannelErrors,
    not_in_channel: {
      wrong: 'The caller is not in the conversation.',
      cause: 'Only members have a read mark, and the person or bot user of the token is not a member.',
      remedy: 'Join the channel first.',
    },
    invalid_timestamp: {
      wrong: '`ts` is not a valid timestamp of a message.',
      cause: 'A ts is a string of ten digits, a dot and six digits.',
      remedy: 'Send the `ts` of the message as a string: as a number it loses its last digits.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller } = await findVisibleChannel(db, tokenCaller, args.channel)
    await setReadMark(db, channel, caller, args.ts)
    return {}
  },
})
