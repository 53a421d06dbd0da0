import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { Groups, MenuItem } from './Menu.tsx'
import { useFloating } from './useFloating.ts'
import styles from './Menu.module.css'

type Props = {
  label: string
  groups: Groups
  anchor: RefObject<HTMLButtonElement | null>
  close: (returns?: boolean) => void
  align: 'start' | 'end'
}

export function OpenMenu({ label, groups, anchor, close, align }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  useFloating(menu, anchor, true, align)
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), [])
  useEffect(() => {
    const elsewhere = (event: PointerEvent) => {
      const { target } = event
      if (!(target instanceof Node) || menu.current?.contains(target) || anchor.current?.contains(target)) return
      close(false)
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => document.removeEventListener('pointerdown', elsewhere)
  })

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Tab') return close(false)
    if (event.key === 'Escape') close()
    else if (to !== undefined) items[to % items.length]?.focus()
    else {
      if (event.key.length !== 1 || event.key === ' ') return
      const next = [...items.slice(at + 1), ...items.slice(0, at + 1)]
      next.find((item) => item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus()
    }
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a menu takes the keys for its items, which have the focus
    <div ref={menu} className={styles['menu']} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {groups.map(({ label: title, items }, i) => (
        <div key={i} role="group" aria-label={title}>
          {title && (
            <p className={styles['title']} aria-hidden="true">
              {title}
            </p>
          )}
          {items.map((item) => (
            <Item key={item.key} item={item} close={close} />
          ))}
        </div>
      ))}
    </div>
  )
}

function Item({ item: { label, hint, sign, href, onPick }, close }: { item: MenuItem; close: () => void }) {
  const pick = () => {
    close()
    onPick?.()
  }
  const inside = (
    <>
      {sign}
      <span className={styles['words']}>
        <span>{label}</span>
        {hint && <small>{hint}</small>}
      </span>
    </>
  )
  if (href === undefined)
    return (
      <button type="button" role="menuitem" tabIndex={-1} className={styles['item']} onClick={pick}>
        {inside}
      </button>
    )
  return (
    <a
      role="menuitem"
      tabIndex={-1}
      className={styles['item']}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={pick}
    >
      {inside}
    </a>
  )
}
