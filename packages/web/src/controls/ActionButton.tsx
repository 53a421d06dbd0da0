import type { Button } from '@rivulet/blocks/block'
import { safeHref } from '@rivulet/blocks/links'
import type { MouseEvent } from 'react'
import { TextOf } from '#blocks/TextOf.tsx'
import { confirmed } from './confirming.ts'
import { useElement } from './scope.ts'
import styles from './Controls.module.css'

/** A button keeps its size and the focus while the app is asked; one with an address leads there as well. */
export function ActionButton({ element }: { element: Button }) {
  const here = useElement(element)
  if (!here) return null
  const { ask, scope, waiting } = here
  const { text, accessibility_label: label, style, url, value, confirm } = element
  const href = url === undefined ? undefined : safeHref(url)
  const look = {
    className: `rv-action ${styles['button']}`,
    'data-style': style,
    'data-waiting': waiting || undefined,
    'aria-label': label,
  }
  const words = (
    <span className={styles['words']}>
      <TextOf text={text} />
    </span>
  )
  if (href === undefined)
    return (
      <button
        {...look}
        type="button"
        aria-disabled={waiting || undefined}
        aria-busy={waiting || undefined}
        onClick={() => waiting || void ask({ kind: 'press', value })}
      >
        {words}
      </button>
    )
  const lead = async (event: MouseEvent) => {
    if (confirm) {
      event.preventDefault()
      if (!(await confirmed(confirm))) return
      window.open(href, '_blank', 'noopener,noreferrer')
    }
    await scope.ask(element, { kind: 'press', value })
  }
  return (
    <a {...look} href={href} target="_blank" rel="noopener noreferrer" onClick={(event) => void lead(event)}>
      {words}
    </a>
  )
}
