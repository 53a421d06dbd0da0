import { z } from 'zod'
import { Refusal } from '#domain/refusal'
import { channelId, messageTs } from '#rpc/args'

/** What a reaction is about: a message. Files are not there to be reacted to. */
export const item = {
  channel: channelId.optional().describe('The channel of the message.'),
  timestamp: messageTs.optional().describe('The message.'),
}

export const reactionName = z
  .string()
  .meta({ examples: ['thumbsup'] })
  .describe('The emoji’s name without colons, its tone after it: `wave::skin-tone-3`.')

export const itemErrors = {
  no_item_specified: '`channel` or `timestamp` is missing.',
  bad_timestamp: '`timestamp` is no ts.',
  message_not_found: 'No message of the channel has this `timestamp`.',
} as const

export function itemOf({ channel, timestamp }: { channel?: string | undefined; timestamp?: string | undefined }) {
  if (!channel || !timestamp)
    throw new Refusal('no_item_specified', 'Name a message: give both `channel` and `timestamp`.')
  return { channelId: channel, ts: timestamp }
}
