import { useStore } from 'zustand'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { switcherState } from './switcherState.ts'

const Switcher = lazyComponent(async () => (await import('#late.ts')).Switcher)

export function SwitcherHost() {
  const open = useStore(switcherState, (state) => state.open)
  return open ? <Switcher /> : null
}
