import { maxLength } from '#domain/lengths'
import { Refusal } from '#domain/refusal'
import { channelId, messageTs, textUpTo } from './values.ts'

/** The arguments that name the message of a reaction. The server has no reactions to files. */
export const itemArgs = {
  channel: channelId.optional().describe('The channel of the message.'),
  timestamp: messageTs.optional().describe('The message.'),
}

/** The name of an emoji. */
export const reactionName = textUpTo(maxLength.emojiName, () => ({
  code: 'invalid_name',
  detail: `"name" is longer than the name of any emoji: ${maxLength.emojiName} characters.`,
  messages: [],
}))
  .meta({ examples: ['thumbsup'] })
  .describe('The name of the emoji without colons, followed by its skin tone: `wave::skin-tone-3`.')

/** What a method that takes the name of an emoji may answer. */
export const reactionNameErrors = {
  invalid_name: {
    wrong: '`name` is not an emoji.',
    cause:
      'It is neither a standard emoji nor one of the team’s own, or it has a skin tone that the emoji does not support.',
    remedy: 'Send a name without colons. emoji.list has the team’s own emoji.',
  },
} as const

/** What a method that takes the message of a reaction may answer. */
export const itemErrors = {
  no_item_specified: {
    wrong: '`channel` or `timestamp` is missing.',
    cause: 'Both are needed to name a message.',
    remedy: 'Send both.',
  },
  bad_timestamp: {
    wrong: '`timestamp` is not a ts.',
    cause: 'A ts is a string of ten digits, a dot and six digits.',
    remedy: 'Send the `ts` of the message as a string: as a number it loses its last digits.',
  },
  message_not_found: {
    wrong: 'No message of the channel has this `timestamp`.',
    cause: 'It belongs to another channel, or its message was deleted.',
    remedy: 'Look the message up with conversations.history or conversations.replies.',
  },
} as const

/** The message that the arguments name. Refused with `no_item_specified`. */
export function itemFrom({ channel, timestamp }: { channel?: string | undefined; timestamp?: string | undefined }) {
  if (!channel || !timestamp)
    throw new Refusal('no_item_specified', 'Name a message: send both `channel` and `timestamp`.')
  return { channelId: channel, ts: timestamp }
}
