import type { RichTextInline, RichTextPreformatted } from '@rivulet/blocks/block'
import { useEffect, useState, type ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { Caret } from './Caret.tsx'
import { dateHere } from './DateText.tsx'
import { LinkTo } from './LinkTo.tsx'
import { useViewer, type Viewer } from './viewer.ts'
import styles from './CodeBlock.module.css'

const mostHighlighted = 20_000

/** Code scrolls inside its own box. It gets its colours once the fence is closed, never while it is written. */
export function CodeBlock({ element, caret = false }: { element: RichTextPreformatted; caret?: boolean }) {
  const viewer = useViewer()
  const text = element.elements.map((inline) => plain(inline, viewer)).join('')
  const hasLinks = element.elements.some((inline) => inline.type === 'link')
  const coloured = useColours(text, caret || hasLinks ? undefined : element.language)
  return (
    <div className={styles['box']} data-border={element.border === 1 || undefined}>
      {element.language && <span className={styles['language']}>{element.language}</span>}
      {!caret && <CopyButton text={text} className={styles['copy']} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={styles['code']} tabIndex={0} aria-label={element.language ? `Code, ${element.language}` : 'Code'}>
        <code>
          {coloured ?? element.elements.map((inline, i) => <Part key={i} inline={inline} viewer={viewer} />)}
          {caret && <Caret />}
        </code>
      </pre>
    </div>
  )
}

function Part({ inline, viewer }: { inline: RichTextInline; viewer: Viewer }) {
  return inline.type === 'link' ? <LinkTo url={inline.url} label={inline.text} /> : plain(inline, viewer)
}

function useColours(text: string, language: string | undefined): ReactNode {
  const [coloured, setColoured] = useState<{ text: string; nodes: ReactNode }>()
  useEffect(() => {
    if (!language || text.length > mostHighlighted) return undefined
    let gone = false
    void import('./highlight.tsx').then(({ highlight }) => {
      const nodes = gone ? undefined : highlight(text, language)
      if (nodes) setColoured({ text, nodes })
    })
    return () => {
      gone = true
    }
  }, [text, language])
  return coloured?.text === text ? coloured.nodes : undefined
}

function plain(inline: RichTextInline, viewer: Viewer): string {
  switch (inline.type) {
    case 'text':
      return inline.text
    case 'link':
      return inline.text ?? inline.url
    case 'user':
      return `@${viewer.user(inline.user_id) ?? inline.user_id}`
    case 'usergroup':
      return `@${viewer.usergroup(inline.usergroup_id)?.handle ?? inline.usergroup_id}`
    case 'channel':
      return `#${viewer.channel(inline.channel_id) ?? inline.channel_id}`
    case 'broadcast':
      return `@${inline.range}`
    case 'color':
      return inline.value
    case 'date':
      return dateHere(inline)
    case 'emoji':
      return `:${inline.name}:`
    default:
      return inline.text ?? inline.url ?? inline.fallback ?? inline.name ?? ''
  }
}
