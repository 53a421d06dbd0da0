import type { Block, GivenAttachment } from '@rivulet/blocks/types'
import { maxLength } from '#domain/lengths'
import type { MessageContent } from '#domain/messages/content'
import { Refusal } from '#domain/refusal'
import { attachmentErrors } from '#rpc/errors/content'
import { attachments as attachmentsArg, blocks as blocksArg } from './blocks.ts'
import { textCheckedLater } from './values.ts'

/** Refused with `msg_too_long`. */
export const messageText = textCheckedLater(maxLength.text)
export const markdownText = textCheckedLater(maxLength.markdown)

/** The arguments with the content of a message. */
export const contentArgs = {
  text: messageText.optional().describe('The message as mrkdwn. With `blocks`, it is the text of notifications.'),
  blocks: blocksArg.optional().describe('The message as blocks, at most 50.'),
  attachments: attachmentsArg.optional().describe('What is attached to the message, at most 100.'),
  markdown_text: markdownText
    .optional()
    .describe('The message as Markdown, at most 12,000 characters. Excludes `text` and `blocks`.'),
}

/** What a method that takes the content of a message may answer. */
export const contentConflictErrors = {
  ...attachmentErrors,
  markdown_text_conflict: {
    wrong: '`markdown_text` came together with `text` or `blocks`.',
    cause: 'A call has one kind of content.',
    remedy: 'Send only `markdown_text`, or `text` and `blocks`.',
  },
} as const

/** The content of a message. Refused with `markdown_text_conflict`. */
export function contentFrom(args: {
  text?: string | undefined
  blocks?: Block[] | undefined
  attachments?: GivenAttachment[] | undefined
  markdown_text?: string | undefined
}): MessageContent {
  const { text, blocks, attachments, markdown_text: markdown } = args
  if (markdown !== undefined && (text !== undefined || blocks !== undefined))
    throw new Refusal('markdown_text_conflict', 'Send only `markdown_text`, or `text` and `blocks`.')
  return { text, markdown, blocks, attachments }
}
