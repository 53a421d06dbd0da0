import type { ActionElement, ActionsBlock, Button, ContextActionsBlock, SectionBlock } from '@rivulet/blocks/block'
import { safeHref } from '@rivulet/blocks/links'
import { Image } from './Section.tsx'
import styles from './Section.module.css'

export function Actions({ block }: { block: ActionsBlock }) {
  return (
    <div className={styles['actions']}>
      {block.elements.map((element, i) => (
        <Action key={i} element={element} />
      ))}
    </div>
  )
}

export function ContextActions({ block }: { block: ContextActionsBlock }) {
  return (
    <div className={styles['actions']}>
      {block.elements.map((element, i) => {
        if (element.type === 'icon_button') return <Idle key={i} label={element.text.text} />
        return [element.positive_button, element.negative_button].map((button, j) => (
          <Idle key={`${i} ${j}`} label={button.text.text} />
        ))
      })}
    </div>
  )
}

export function Accessory({ element }: { element: NonNullable<SectionBlock['accessory']> }) {
  if (element.type !== 'image') return <Action element={element} />
  return <Image url={element.image_url} alt={element.alt_text} className={styles['thumb']} />
}

export function ButtonView({ element }: { element: Button }) {
  const href = element.url && safeHref(element.url)
  if (!href) return <Idle label={element.text.text} style={element.style} />
  return (
    <a className={styles['button']} data-style={element.style} href={href} target="_blank" rel="noopener noreferrer">
      {element.text.text}
    </a>
  )
}

function Action({ element }: { element: ActionElement }) {
  if (element.type === 'button') return <ButtonView element={element} />
  if (element.type === 'workflow_button') return <Idle label={element.text.text} style={element.style} />
  return <Idle label={'placeholder' in element ? (element.placeholder?.text ?? 'Choose') : 'Choose'} />
}

// What only the app could answer. The feed has no frame for it yet.
function Idle({ label, style }: { label: string; style?: string | undefined }) {
  return (
    <button type="button" className={styles['button']} data-style={style} disabled title="Not available in this client">
      {label}
    </button>
  )
}
