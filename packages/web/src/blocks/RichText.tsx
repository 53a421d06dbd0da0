import type { RichTextBlock, RichTextElement, RichTextList } from '@rivulet/blocks/block'
import { memo } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { Inlines } from './Inlines.tsx'
import { firstNumbers } from './listNumbers.ts'
import styles from './RichText.module.css'

export function RichText({ block, caret = false }: { block: RichTextBlock; caret?: boolean }) {
  const numbers = firstNumbers(block.elements)
  const last = block.elements.length - 1
  return block.elements.map((element, i) => (
    <Element key={i} element={element} first={numbers[i] ?? 1} caret={caret && i === last} />
  ))
}

type Props = { element: RichTextElement; first: number; caret: boolean }

const Element = memo(function Element({ element, first, caret }: Props) {
  switch (element.type) {
    case 'rich_text_section':
      if (element.elements.length === 0 && !caret) return null
      return (
        <p className={styles['section']}>
          <Inlines elements={element.elements} caret={caret} />
        </p>
      )
    case 'rich_text_quote':
      return (
        <blockquote className={styles['quote']}>
          <Inlines elements={element.elements} caret={caret} />
        </blockquote>
      )
    case 'rich_text_preformatted':
      return <CodeBlock element={element} caret={caret} />
    case 'rich_text_list':
      return <List list={element} first={first} caret={caret} />
    default:
      return null
  }
})

// Depth is an attribute of the list, not nesting: consecutive lists, each with its indent.
function List({ list, first, caret }: { list: RichTextList; first: number; caret: boolean }) {
  const Tag = list.style === 'ordered' ? 'ol' : 'ul'
  const depth = Math.min(list.indent ?? 0, 8)
  const last = list.elements.length - 1
  return (
    <Tag
      className={styles['list']}
      data-kind={depth % 3}
      data-depth={depth}
      data-border={list.border === 1 || undefined}
      {...(Tag === 'ol' && first !== 1 ? { start: first } : {})}
    >
      {list.elements.map((item, i) => (
        <li key={i} aria-level={depth > 0 ? depth + 1 : undefined}>
          <Inlines elements={item.elements} caret={caret && i === last} />
        </li>
      ))}
    </Tag>
  )
}
