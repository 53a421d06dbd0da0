import type { RichTextInline, RichTextStyle } from '@rivulet/blocks/block'
import { memo, type ReactNode } from 'react'
import { Caret } from './Caret.tsx'
import { DateText } from './DateText.tsx'
import { Emoji } from './Emoji.tsx'
import { LinkTo } from './LinkTo.tsx'
import { BroadcastMention, ChannelMention, UsergroupMention, UserMention } from './Mentions.tsx'
import { Swatch } from './Swatch.tsx'
import styles from './RichText.module.css'

/** The caret stands in the last word, so that it never wraps to a line of its own before the text does. */
export function Inlines({ elements, caret = false }: { elements: readonly RichTextInline[]; caret?: boolean }) {
  return (
    <>
      {elements.map((element, i) => (
        <Inline key={i} element={element} />
      ))}
      {caret && <Caret />}
    </>
  )
}

const Inline = memo(function Inline({ element }: { element: RichTextInline }) {
  return styled(element.style, bare(element))
})

function bare(element: RichTextInline): ReactNode {
  switch (element.type) {
    case 'text':
      return element.text
    case 'link':
      return <LinkTo url={element.url} label={element.text} unsafe={element.unsafe} />
    case 'user':
      return <UserMention id={element.user_id} style={element.style} />
    case 'usergroup':
      return <UsergroupMention id={element.usergroup_id} style={element.style} />
    case 'channel':
      return <ChannelMention id={element.channel_id} style={element.style} />
    case 'broadcast':
      return <BroadcastMention range={element.range} />
    case 'color':
      return <Swatch value={element.value} />
    case 'date':
      return <DateText element={element} />
    case 'emoji':
      return <Emoji element={element} />
    default: {
      const label = element.text ?? element.url ?? element.fallback ?? element.name
      return element.url ? <LinkTo url={element.url} label={label} /> : label
    }
  }
}

function styled(style: RichTextStyle | undefined, content: ReactNode): ReactNode {
  if (!style) return content
  let node = content
  if (style.code) node = <code className={styles['code']}>{node}</code>
  if (style.bold) node = <strong>{node}</strong>
  if (style.italic) node = <em>{node}</em>
  if (style.strike) node = <s>{node}</s>
  if (style.underline) node = <u>{node}</u>
  if (style.highlight) node = <mark className={styles['highlight']}>{node}</mark>
  return node
}
