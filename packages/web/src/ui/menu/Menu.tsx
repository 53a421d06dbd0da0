import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { MenuGroups } from './menuItems.ts'

export const MenuPopup = lazyComponent(async () => (await import('./MenuPopup.tsx')).MenuPopup)

type Props = {
  label: string
  groups: MenuGroups
  /** Renders the button that opens the menu, in the look of its surroundings. */
  button: (props: {
    ref: RefObject<HTMLButtonElement | null>
    'aria-haspopup': 'menu'
    'aria-expanded': boolean
    onClick: () => void
    onKeyDown: (event: KeyboardEvent) => void
  }) => ReactNode
  align?: 'start' | 'end'
}

/** A button that opens a menu. The arrow keys move in it; Escape closes it and returns the focus to the button. */
export function Menu({ label, groups, button, align = 'start' }: Props) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (returnFocus = true) => {
    setOpen(false)
    if (returnFocus) opener.current?.focus()
  }
  return (
    <>
      {button({
        ref: opener,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        },
      })}
      {open && <MenuPopup label={label} groups={groups} anchor={opener} close={close} align={align} />}
    </>
  )
}
