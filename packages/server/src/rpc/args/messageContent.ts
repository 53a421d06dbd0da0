import type { Block } from '@rivulet/blocks/types'
import { z } from 'zod'
import type { MessageContent } from '#domain/messages/content'
import { Refusal } from '#domain/refusal'
import { blocks as blocksArg } from './blocks.ts'

/** The arguments with the content of a message. */
export const contentArgs = {
  text: z.string().optional().describe('The message as mrkdwn. With `blocks`, it is the text of notifications.'),
  blocks: blocksArg.optional().describe('The message as blocks, at most 50.'),
  markdown_text: z
    .string()
    .optional()
    .describe('The message as Markdown, at most 12,000 characters. Excludes `text` and `blocks`.'),
}

/** What a method that takes the content of a message may answer. */
export const contentConflictErrors = {
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
  markdown_text?: string | undefined
}): MessageContent {
  const { text, blocks, markdown_text: markdown } = args
  if (markdown !== undefined && (text !== undefined || blocks !== undefined))
    throw new Refusal('markdown_text_conflict', 'Send only `markdown_text`, or `text` and `blocks`.')
  return { text, markdown, blocks }
}
