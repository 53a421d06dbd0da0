import type { RichTextBlock, RichTextElement, RichTextInline, RichTextList } from '@rivulet/blocks/block'
import { memo } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { Inlines } from './Inlines.tsx'
import { firstNumbers } from './listNumbers.ts'
import { paragraphsOf, sameParagraph, type Paragraph } from './paragraphs.ts'
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
      return <Section elements={element.elements} caret={caret} />
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

function Section({ elements, caret }: { elements: readonly RichTextInline[]; caret: boolean }) {
  const paragraphs = paragraphsOf(elements)
  if (caret && paragraphs.length === 0) paragraphs.push([])
  return paragraphs.map((paragraph, i) => (
    <Words key={i} elements={paragraph} caret={caret && i === paragraphs.length - 1} />
  ))
}

// A growing section is cut anew with each frame: what was said before is not drawn again.
const Words = memo(
  function Words({ elements, caret }: { elements: Paragraph; caret: boolean }) {
    return (
      <p className={styles['section']}>
        <Inlines elements={elements} caret={caret} />
      </p>
    )
  },
  (a, b) => a.caret === b.caret && sameParagraph(a.elements, b.elements),
)

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
