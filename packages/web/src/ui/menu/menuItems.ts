import type { ReactNode } from 'react'

export type MenuItem = {
  key: string
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  /** A link; it opens in a new tab. */
  href?: string | undefined
  onSelect?: () => void
}
export type MenuGroups = readonly { label?: string; items: readonly MenuItem[] }[]
