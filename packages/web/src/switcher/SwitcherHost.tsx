import { useStore } from 'zustand'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { switcherOpening } from './switcherState.ts'

const Switcher = lazyComponent(async () => (await import('#late.ts')).Switcher)

export function SwitcherHost() {
  const opened = useStore(switcherOpening.state, (state) => state.opened)
  return opened ? <Switcher key={opened.time} time={opened.time} /> : null
}
