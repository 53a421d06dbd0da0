import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { ariaKeys, formatKeys } from '#keys/shortcuts.ts'
import type { MenuGroups, MenuItem } from './menuItems.ts'
import { useFloatingPosition } from '#ui/useFloatingPosition.ts'
import styles from './MenuPopup.module.css'

type Props = {
  label: string
  groups: MenuGroups
  anchor: RefObject<HTMLButtonElement | null>
  close: (returns?: boolean) => void
  align: 'start' | 'end'
}

export function MenuPopup({ label, groups, anchor, close, align }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  useFloatingPosition(menu, anchor, true, align)
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(), [])
  useEffect(() => {
    const closeOnPressOutside = (event: PointerEvent) => {
      const { target } = event
      if (!(target instanceof Node) || menu.current?.contains(target) || anchor.current?.contains(target)) return
      close(false)
    }
    document.addEventListener('pointerdown', closeOnPressOutside)
    return () => document.removeEventListener('pointerdown', closeOnPressOutside)
  })

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const current = items.findIndex((item) => item === document.activeElement)
    const target = { ArrowDown: current + 1, ArrowUp: current - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ]
    if (event.key === 'Tab') return close(false)
    if (event.key === 'Escape') close()
    else if (target !== undefined) items[target % items.length]?.focus()
    else {
      if (event.key.length !== 1 || event.key === ' ') return
      const next = [...items.slice(current + 1), ...items.slice(0, current + 1)]
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

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, hint, icon, shortcut, href, checked, onSelect } = item
  const select = () => {
    close()
    onSelect?.()
  }
  const content = (
    <>
      {icon}
      <span className={styles['text']}>
        <span>{label}</span>
        {hint && <small>{hint}</small>}
      </span>
      {shortcut && <kbd aria-hidden="true">{formatKeys(shortcut)}</kbd>}
    </>
  )
  if (href === undefined)
    return (
      <button
        type="button"
        role={checked === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={checked}
        aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
        tabIndex={-1}
        className={styles['item']}
        onClick={select}
      >
        {content}
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
      onClick={select}
    >
      {content}
    </a>
  )
}
