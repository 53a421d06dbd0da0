import type { Attachment } from '@rivulet/blocks/types'
import { maxIndexedLength } from './words.ts'

/**
 * The words of a message that people read: its text, its blocks and those of its attachments, written as mrkdwn, and what
 * else attachments say. Without markup and ids.
 */
export function readableText(text: string, blocks: string, attachments: readonly Attachment[] | null): string {
  const parts = blocks === text ? [text] : [text, blocks]
  return [...parts, ...(attachments ?? []).map(textOfAttachment)].map(withoutMarkup).join('\n')
}

function textOfAttachment({ pretext, author_name, title, text, fields = [], footer, fallback }: Attachment): string {
  const named = fields.flatMap((field) => [field.title, field.value])
  return [pretext, author_name, title, text, ...named, footer, fallback].filter((part) => part !== undefined).join('\n')
}

/** What is between angle brackets has no other `<`; patterns that allowed it would take the square of the length. */
function withoutMarkup(mrkdwn: string): string {
  return mrkdwn
    .slice(0, maxIndexedLength)
    .replaceAll(
      /<([@#!][^<|>]*)(?:\|([^<>]*))?>/g,
      (_, reference: string, label?: string) =>
        label ?? (/^!(here|channel|everyone)/.test(reference) ? reference.slice(1) : ' '),
    )
    .replaceAll(/<([^<|>]*)\|([^<>]*)>/g, '$2 $1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
