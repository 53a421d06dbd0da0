import type { RichTextInline, RichTextPreformatted } from '@rivulet/blocks/types'
import { useEffect, useState, type ReactNode } from 'react'
import { t } from '#words/t.ts'
import { CopyButton } from './CopyButton.tsx'
import { Caret } from '#blocks/Caret.tsx'
import { formatLocalDate } from '#blocks/LocalDate.tsx'
import { SafeLink } from '#blocks/SafeLink.tsx'
import { useViewer, type Viewer } from '#blocks/viewer.ts'
import { fetchUntilLoaded } from '#ui/lazy/fetchUntilLoaded.ts'
import styles from './CodeBlock.module.css'

const maxHighlightedLength = 20_000

/** A code block that scrolls sideways. It is highlighted once it is complete, not while it is streamed. */
export function CodeBlock({ element, caret = false }: { element: RichTextPreformatted; caret?: boolean }) {
  const viewer = useViewer()
  const text = element.elements.map((inline) => toPlainText(inline, viewer)).join('')
  const hasLinks = element.elements.some((inline) => inline.type === 'link')
  const highlighted = useHighlighted(text, caret || hasLinks ? undefined : element.language)
  return (
    <div className={styles['box']} data-border={element.border === 1 || undefined}>
      {element.language && <span className={styles['language']}>{element.language}</span>}
      {!caret && <CopyButton text={text} className={styles['copy']} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard */}
      <pre
        className={styles['code']}
        tabIndex={0}
        aria-label={element.language ? t('Code, {language}', { language: element.language }) : t('Code')}
      >
        <code>
          {highlighted ?? element.elements.map((inline, i) => <CodePart key={i} inline={inline} viewer={viewer} />)}
          {caret && <Caret />}
        </code>
      </pre>
    </div>
  )
}

function CodePart({ inline, viewer }: { inline: RichTextInline; viewer: Viewer }) {
  return inline.type === 'link' ? <SafeLink url={inline.url} label={inline.text} /> : toPlainText(inline, viewer)
}

function useHighlighted(text: string, language: string | undefined): ReactNode {
  const [highlighted, setHighlighted] = useState<{ text: string; nodes: ReactNode }>()
  useEffect(() => {
    if (!language || text.length > maxHighlightedLength) return undefined
    let cancelled = false
    void fetchUntilLoaded(() => import('./highlight.tsx')).then(({ highlight }) => {
      const nodes = cancelled ? undefined : highlight(text, language)
      if (nodes) setHighlighted({ text, nodes })
    })
    return () => {
      cancelled = true
    }
  }, [text, language])
  return highlighted?.text === text ? highlighted.nodes : undefined
}

function toPlainText(inline: RichTextInline, viewer: Viewer): string {
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
      return formatLocalDate(inline)
    case 'emoji':
      return `:${inline.name}:`
    default:
      return inline.text ?? inline.url ?? inline.fallback ?? inline.name ?? ''
  }
}
