import { createStore } from 'zustand/vanilla'

/** Whether the switcher is open. */
export const switcherState = createStore<{ open: boolean }>(() => ({ open: false }))

export function openSwitcher(): void {
  switcherState.setState({ open: true })
}

export function closeSwitcher(): void {
  switcherState.setState({ open: false })
}
