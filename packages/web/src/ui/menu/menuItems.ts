import type { ReactNode } from 'react'

export type MenuItem = {
  key: string
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  /** Leads somewhere, in a tab of its own. */
  href?: string | undefined
  onSelect?: () => void
}
export type MenuGroups = readonly { label?: string; items: readonly MenuItem[] }[]
