import { safeHref } from '@rivulet/blocks/links'
import type { Button } from '@rivulet/blocks/types'
import type { MouseEvent } from 'react'
import { ElementText } from '#blocks/ElementText.tsx'
import { askToConfirm } from '#controls/confirm/confirm.ts'
import { useInteractiveElement } from '#controls/surface/useInteractiveElement.ts'
import pending from './PendingButton.module.css'
import styles from './ActionButton.module.css'

/** A button of an app. While the app is asked, it keeps its size and focus. A button with a URL also opens the link. */
export function ActionButton({ element }: { element: Button }) {
  const interactive = useInteractiveElement(element)
  if (!interactive) return null
  const { interact, context, pending: isPending } = interactive
  const { text, accessibility_label: label, style, url, value, confirm } = element
  const href = url === undefined ? undefined : safeHref(url)
  const look = {
    className: `rv-action ${pending['button']} ${styles['button']}`,
    'data-style': style,
    'data-waiting': isPending || undefined,
    'aria-label': label,
  }
  const content = (
    <span className={pending['content']}>
      <ElementText text={text} />
    </span>
  )
  if (href === undefined)
    return (
      <button
        {...look}
        type="button"
        aria-disabled={isPending || undefined}
        aria-busy={isPending || undefined}
        onClick={() => isPending || void interact({ kind: 'press', value })}
      >
        {content}
      </button>
    )
  const followLink = async (event: MouseEvent) => {
    if (confirm) {
      event.preventDefault()
      if (!(await askToConfirm(confirm))) return
      window.open(href, '_blank', 'noopener,noreferrer')
    }
    await context.interact(element, { kind: 'press', value })
  }
  return (
    <a {...look} href={href} target="_blank" rel="noopener noreferrer" onClick={(event) => void followLink(event)}>
      {content}
    </a>
  )
}
