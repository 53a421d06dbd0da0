import { z } from 'zod'
import { checkSharing } from '#domain/channels/shared'
import { ownMessage } from '#domain/messages/editable'
import { checkChange, updateMessage } from '#domain/messages/update'
import { reachableChannel } from '#domain/channels/postingRules'
import { processing as processed } from '#domain/messages/processing'
import { channelId, flag, messageTs, newMetadata } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { blockErrors, metadataErrors, processing, reachErrors, sharingErrors } from '#rpc/errors/posting'
import { written, writtenErrors, writtenOf } from '#rpc/args/messageContent'
import { messageShape, messagesOnWire } from '#objects/message'

export const update = writingMethod('chat.update', {
  summary: 'Changes a message that the caller wrote.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'tier3',

  args: z.object({
    channel: channelId.describe('The channel of the message.'),
    ts: messageTs.describe('The message.'),
    ...written,
    blocks: written.blocks.describe('The message as blocks, at most 50. An empty array takes the blocks away.'),
    metadata: newMetadata
      .optional()
      .describe('Facts for other apps: `event_type` and `event_payload`. `{}` takes them away.'),
    reply_broadcast: flag.optional().describe('Whether a reply is sent to the channel too. It cannot be taken back.'),
  }),

  result: z.object({ channel: channelId, ts: messageTs, text: z.string(), message: messageShape }),

  errors: {
    ...reachErrors,
    ...sharingErrors,
    ...writtenErrors,
    no_text: {
      wrong: 'There is nothing to change, or nothing would be left.',
      cause: 'Neither text nor blocks nor metadata, or only empty ones.',
      remedy: 'Send what the message is to say from now on; chat.delete takes it away.',
    },
    ...blockErrors,
    invalid_blocks_format: '`blocks` is not JSON, or not an array of objects.',
    ...metadataErrors,
    metadata_must_be_sent_from_app: '`metadata` came with a token of no app.',
    message_not_found: {
      wrong: 'No message of the channel has this `ts`.',
      cause: 'It is malformed, of another channel, or of a message that was deleted.',
      remedy: 'Give the `ts` of the message as text, digit by digit: as a number it loses its end.',
    },
    cant_update_message: {
      wrong: 'Somebody else wrote the message, or nobody did.',
      cause: 'The token is not that of its author, or the message tells what became of the channel.',
      remedy: 'Use the token that wrote it.',
    },
    cant_broadcast_message: {
      wrong: 'The message cannot be sent to the channel too.',
      cause: 'It is no reply, or the channel takes messages of apps in threads alone.',
      remedy: 'Give the `ts` of a reply, or leave `reply_broadcast` out.',
    },
    no_dual_broadcast_content_update: {
      wrong: 'A reply is not sent to the channel and changed in one call.',
      cause: '`reply_broadcast` came with other words, blocks or metadata, and the reply is in its thread alone.',
      remedy: 'Make two calls, the one with `reply_broadcast` first.',
    },
    streaming_state_conflict: {
      wrong: 'The message still streams.',
      cause: 'It is a stream that is not over.',
      remedy: 'End it with chat.stopStream first, or grow it with chat.appendStream.',
    },
    block_mismatch: {
      wrong: 'The message is rich text, and `blocks` has none.',
      cause: 'A person wrote it, or it was streamed, and blocks without rich text would take its words away.',
      remedy: 'Add a `rich_text` or `markdown` block, or send `text` or `markdown_text`.',
    },
    ...processing,
  },

  /** [STR-11] */
  turn: ({ channel, ts }) => `${channel}/${ts}`,

  async handle(args, { caller: by, db, refuse }) {
    const given = writtenOf(args)
    const says = given.text !== undefined || given.markdown !== undefined || given.blocks !== undefined
    const broadcast = args.reply_broadcast ?? false
    const change = { written: says ? given : undefined, metadata: args.metadata, broadcast }
    const { channel, caller } = await reachableChannel(db, by, args.channel)
    checkChange(change)
    if (args.metadata && !by.app)
      throw refuse('metadata_must_be_sent_from_app', 'Metadata needs a token that belongs to an app.')
    await checkSharing(db, channel, given)
    const words = { notOwn: 'cant_update_message', streaming: 'streaming_state_conflict' }
    if (broadcast && channel.posting === 'threads_only' && caller.app)
      throw refuse('cant_broadcast_message', `In ${channel.id} apps reply in threads alone.`)
    const message = await ownMessage(db, caller, channel, args.ts, words)
    const row = await processed(() => updateMessage(db, message, change))
    const [wire] = await messagesOnWire(db, channel, [row], { metadata: true })
    return { channel: channel.id, ts: row.ts, text: row.text, message: wire! }
  },
})
