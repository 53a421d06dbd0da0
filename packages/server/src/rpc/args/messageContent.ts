import type { Block } from '@rivulet/blocks/block'
import { z } from 'zod'
import type { Written } from '#domain/messages/content'
import { Refusal } from '#domain/refusal'
import { blocks } from './args.ts'

/** The ways to say what a message says. */
export const written = {
  text: z.string().optional().describe('The message as mrkdwn; beside `blocks`, what notifications say.'),
  blocks: blocks.optional().describe('The message as blocks, at most 50.'),
  markdown_text: z
    .string()
    .optional()
    .describe('The message as Markdown, at most 12,000 characters; not beside the other two.'),
}

export const writtenErrors = {
  markdown_text_conflict: {
    wrong: '`markdown_text` came together with `text` or `blocks`.',
    cause: 'Two ways to say the same message.',
    remedy: 'Give `markdown_text` alone, or `text` and `blocks`.',
  },
} as const

export function writtenOf(args: {
  text?: string | undefined
  blocks?: Block[] | undefined
  markdown_text?: string | undefined
}): Written {
  const { text, blocks: given, markdown_text: markdown } = args
  if (markdown !== undefined && (text !== undefined || given !== undefined))
    throw new Refusal('markdown_text_conflict', 'Give `markdown_text`, or `text` and `blocks`.')
  return { text, markdown, blocks: given }
}
