import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { later } from './later.tsx'

const OpenMenu = later(async () => (await import('./OpenMenu.tsx')).OpenMenu)

export type MenuItem = {
  key: string
  label: ReactNode
  hint?: ReactNode
  sign?: ReactNode
  /** Leads somewhere, in a tab of its own. */
  href?: string | undefined
  onPick?: () => void
}
export type Groups = readonly { label?: string; items: readonly MenuItem[] }[]

type Props = {
  label: string
  groups: Groups
  /** What opens it; it has the look of the place where it stands. */
  button: (props: {
    ref: RefObject<HTMLButtonElement | null>
    'aria-haspopup': 'menu'
    'aria-expanded': boolean
    onClick: () => void
    onKeyDown: (event: KeyboardEvent) => void
  }) => ReactNode
  align?: 'start' | 'end'
}

/** A button that opens a list of things to do: arrows move in it, Escape gives the focus back. */
export function Menu({ label, groups, button, align = 'start' }: Props) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (returns = true) => {
    setOpen(false)
    if (returns) opener.current?.focus()
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
      {open && <OpenMenu label={label} groups={groups} anchor={opener} close={close} align={align} />}
    </>
  )
}
