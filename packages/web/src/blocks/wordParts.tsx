import type { PartProps, Parts } from '@rivulet/blocks/react'
import { CodeBlock } from './CodeBlock.tsx'
import { DateText } from './DateText.tsx'
import { LinkTo } from './LinkTo.tsx'
import { ChannelMention } from './Mentions.tsx'

/** The parts of words that do something here: what can be followed or copied, or changes with time. */
export const wordParts: Parts = {
  link({ element: { of }, children }: PartProps) {
    return of?.type === 'link' ? <LinkTo url={of.url} label={of.text} unsafe={of.unsafe} /> : children
  },
  channel({ element: { of }, children }: PartProps) {
    return of?.type === 'channel' ? <ChannelMention id={of.channel_id} style={of.style} /> : children
  },
  date({ element: { of }, children }: PartProps) {
    return of?.type === 'date' ? <DateText element={of} /> : children
  },
  code({ element: { of, attributes }, children }: PartProps) {
    const caret = attributes['data-open'] !== undefined
    return of?.type === 'rich_text_preformatted' ? <CodeBlock element={of} caret={caret} /> : children
  },
}
