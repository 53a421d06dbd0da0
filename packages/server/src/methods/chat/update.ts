import { z } from 'zod'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { findEditableMessage } from '#domain/messages/editable'
import { checkUpdate, updateMessage } from '#domain/messages/update'
import { findReachableChannel } from '#domain/channels/access'
import { withProcessingFailure } from '#domain/messages/processingFailure'
import { channelId, flag, messageTs } from '#rpc/args/values'
import { newMetadata } from '#rpc/args/metadata'
import { writingMethod } from '#rpc/method'
import { blockErrors, metadataErrors, processingErrors } from '#rpc/errors/content'
import { channelAccessErrors, sharedChannelErrors } from '#rpc/errors/channelAccess'
import { contentArgs, contentConflictErrors, contentFrom } from '#rpc/args/messageContent'
import { messageObject } from '#objects/messageSchema'
import { toMessageObjects } from '#objects/message'

export const update = writingMethod('chat.update', {
  summary: 'Changes a message that the caller wrote.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'tier3',

  args: z.object({
    channel: channelId.describe('The channel of the message.'),
    ts: messageTs.describe('The message.'),
    ...contentArgs,
    blocks: contentArgs.blocks.describe('The message as blocks, at most 50. An empty array removes the blocks.'),
    attachments: contentArgs.attachments.describe(
      'What is attached to the message, at most 100. Left out, the attachments stay; an empty array removes them.',
    ),
    metadata: newMetadata
      .optional()
      .describe('Structured data for other apps: `event_type` and `event_payload`. `{}` removes it.'),
    reply_broadcast: flag.optional().describe('Whether a reply is sent to the channel too. It cannot be taken back.'),
  }),

  result: z.object({ channel: channelId, ts: messageTs, text: z.string(), message: messageObject }),

  errors: {
    ...channelAccessErrors,
    ...sharedChannelErrors,
    ...contentConflictErrors,
    no_text: {
      wrong: 'The call changes nothing, or would leave the message empty.',
      cause: 'It has no text, blocks, attachments or metadata, or only empty ones.',
      remedy: 'Send the new content. To remove the message, use chat.delete.',
    },
    ...blockErrors,
    invalid_blocks_format: '`blocks` is not JSON, or not an array of objects.',
    ...metadataErrors,
    metadata_must_be_sent_from_app: '`metadata` needs a token of an app.',
    message_not_found: {
      wrong: 'No message of the channel has this `ts`.',
      cause: 'It is malformed, belongs to another channel, or its message was deleted.',
      remedy: 'Send the `ts` of the message as a string: as a number it loses its last digits.',
    },
    cant_update_message: {
      wrong: 'Somebody else wrote the message, or it is a system message.',
      cause: 'The token does not belong to the author, or the message reports a change of the channel.',
      remedy: 'Use the author’s token.',
    },
    cant_broadcast_message: {
      wrong: 'The message cannot be sent to the channel too.',
      cause: 'It is not a reply, or apps may only post in threads of the channel.',
      remedy: 'Send the `ts` of a reply, or leave `reply_broadcast` out.',
    },
    no_dual_broadcast_content_update: {
      wrong: 'One call cannot both change a reply and send it to the channel.',
      cause: '`reply_broadcast` came with new text, blocks or metadata, for a reply that is not in the channel yet.',
      remedy: 'Make two calls, first the one with `reply_broadcast`.',
    },
    streaming_state_conflict: {
      wrong: 'The message is an open stream.',
      cause: 'Its stream has not ended.',
      remedy: 'End it with chat.stopStream first, or add to it with chat.appendStream.',
    },
    block_mismatch: {
      wrong: 'The message is rich text, and `blocks` has none.',
      cause: 'A person wrote it or it was streamed, and blocks without rich text would remove its text.',
      remedy: 'Add a `rich_text` or `markdown` block, or send `text` or `markdown_text`.',
    },
    ...processingErrors,
  },

  /** [STR-11] */
  orderingKey: ({ channel, ts }) => `${channel}/${ts}`,

  async handle(args, { caller: tokenCaller, db, refuse }) {
    const content = contentFrom(args)
    const hasContent = Object.values(content).some((value) => value !== undefined)
    const broadcast = args.reply_broadcast ?? false
    const change = { content: hasContent ? content : undefined, metadata: args.metadata, broadcast }
    const { channel, caller } = await findReachableChannel(db, tokenCaller, args.channel, { fromOutside: true })
    checkUpdate(change)
    if (args.metadata && !tokenCaller.app)
      throw refuse('metadata_must_be_sent_from_app', 'Metadata needs a token that belongs to an app.')
    await checkSharedLinks(db, channel, content)
    const errors = { notOwn: 'cant_update_message', streaming: 'streaming_state_conflict' }
    if (broadcast && channel.posting === 'threads_only' && caller.app)
      throw refuse('cant_broadcast_message', `Apps may only post in threads of ${channel.id}.`)
    const message = await findEditableMessage(db, caller, channel, args.ts, errors)
    const row = await withProcessingFailure(() => updateMessage(db, caller, message, change))
    const [object] = await toMessageObjects(db, channel, [row], { metadata: true })
    return { channel: channel.id, ts: row.ts, text: row.text, message: object! }
  },
})
