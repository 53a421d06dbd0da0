import { useStore } from 'zustand'
import { later } from './later.tsx'
import { switching } from './switching.ts'

const OpenSwitcher = later(async () => (await import('./OpenSwitcher.tsx')).OpenSwitcher)

export function Switcher() {
  const open = useStore(switching, (state) => state.open)
  return open ? <OpenSwitcher /> : null
}
