import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { isMac, nameKeys } from '#keys/shortcuts.ts'
import { useTooltip } from './useTooltip.ts'
import styles from './Tooltip.module.css'

const gap = 6
const edge = 8

/**
 * [WEB-21] The tooltip of the page: the name of what has `data-tip` and is pointed at or reached with the keyboard, with its
 * key. `data-tip` has other words than the name, or none. What it says is known to screen readers by the element itself.
 */
export function Tooltip() {
  const element = useRef<HTMLDivElement>(null)
  const anchor = useTooltip(element)
  useLayoutEffect(() => {
    const tip = element.current
    if (!tip || !anchor) return
    // Above dialogs too.
    tip.showPopover()
    return autoUpdate(anchor, tip, () => void place(tip, anchor))
  }, [anchor])
  if (!anchor) return null
  const keys = formatAriaKeys(anchor.getAttribute('aria-keyshortcuts') ?? '')
  return createPortal(
    <div ref={element} className={styles['tip']} popover="manual" aria-hidden="true" data-testid="tooltip">
      <span className={styles['text']}>{anchor.dataset['tip'] || anchor.getAttribute('aria-label')}</span>
      {keys && <kbd>{keys}</kbd>}
    </div>,
    // What is outside of an open dialog cannot be pointed at.
    anchor.closest('dialog') ?? document.body,
  )
}

/** The first of the keys in `aria-keyshortcuts`, as it is written on this machine. */
function formatAriaKeys(all: string): string {
  const [first = ''] = all.split(' ')
  return nameKeys(first.replace(/Control|Meta/, 'Mod').replaceAll('+', '-')).join(isMac ? '' : '+')
}

async function place(tip: HTMLElement, anchor: Element): Promise<void> {
  if (!anchor.isConnected) return tip.hidePopover()
  const { x, y } = await computePosition(anchor, tip, {
    strategy: 'fixed',
    placement: 'top',
    middleware: [offset(gap), flip({ padding: edge }), shift({ padding: edge })],
  })
  Object.assign(tip.style, { left: `${x}px`, top: `${y}px` })
}
