import type { ReactNode } from 'react'
import type { ShortcutId } from '#keys/shortcuts.ts'

export type MenuItem = {
  key: string
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  /** The key that does the same. */
  shortcut?: ShortcutId
  /** A link; it opens in a new tab. */
  href?: string | undefined
  /** Whether it is the one that is chosen, of several. */
  checked?: boolean
  onSelect?: () => void
  /** The menu that it opens beside it. */
  groups?: MenuGroups
}
export type MenuGroups = readonly { label?: string; items: readonly MenuItem[] }[]
