import { z } from 'zod'
import { Refusal } from '#domain/refusal'
import { channelId, messageTs } from '#rpc/args/args'

/** What a reaction is about: a message. Files are not there to be reacted to. */
export const item = {
  channel: channelId.optional().describe('The channel of the message.'),
  timestamp: messageTs.optional().describe('The message.'),
}

export const reactionName = z
  .string()
  .meta({ examples: ['thumbsup'] })
  .describe('The emoji’s name without colons, its tone after it: `wave::skin-tone-3`.')

export const nameErrors = {
  invalid_name: {
    wrong: '`name` is no emoji.',
    cause:
      'Neither a short name of the standard emoji nor one of the team’s own, or a tone on an emoji that takes none.',
    remedy: 'Give a name without colons; emoji.list has the team’s own.',
  },
} as const

export const itemErrors = {
  no_item_specified: {
    wrong: '`channel` or `timestamp` is missing.',
    cause: 'The call names no message.',
    remedy: 'Give both.',
  },
  bad_timestamp: {
    wrong: '`timestamp` is no ts.',
    cause: 'It is no text of digits, a dot and digits.',
    remedy: 'Give the `ts` of the message as text, digit by digit: as a number it loses its end.',
  },
  message_not_found: {
    wrong: 'No message of the channel has this `timestamp`.',
    cause: 'It is of another channel, or of a message that was deleted.',
    remedy: 'Look the message up with conversations.history or conversations.replies.',
  },
} as const

export function itemOf({ channel, timestamp }: { channel?: string | undefined; timestamp?: string | undefined }) {
  if (!channel || !timestamp)
    throw new Refusal('no_item_specified', 'Name a message: give both `channel` and `timestamp`.')
  return { channelId: channel, ts: timestamp }
}
