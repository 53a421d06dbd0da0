import { type PartProps, type PartComponents, renderReact } from '@rivulet/blocks/react'
import { CodeBlock } from '#blocks/code/CodeBlock.tsx'
import { LocalDate } from './LocalDate.tsx'
import { SafeLink } from './SafeLink.tsx'
import { Mention } from './Mention.tsx'
import { ChannelMention } from './ChannelMention.tsx'

/** The parts of rich text that are React components: they can be clicked or copied, or change with time. */
export const richTextParts: PartComponents = {
  link({ element: { source, children: drawn }, children }: PartProps) {
    if (source?.type !== 'link') return children
    const [label] = drawn
    return (
      <SafeLink url={source.url} label={source.text} unsafe={source.unsafe}>
        {typeof label === 'object' && renderReact(label.children, richTextParts)}
      </SafeLink>
    )
  },
  mention: Mention,
  channel({ element: { source }, children }: PartProps) {
    return source?.type === 'channel' ? <ChannelMention id={source.channel_id} style={source.style} /> : children
  },
  date({ element: { source }, children }: PartProps) {
    return source?.type === 'date' ? <LocalDate element={source} /> : children
  },
  code({ element: { source, attributes }, children }: PartProps) {
    const caret = attributes['data-open'] !== undefined
    return source?.type === 'rich_text_preformatted' ? <CodeBlock element={source} caret={caret} /> : children
  },
}
