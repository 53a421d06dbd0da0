import { createStore } from 'zustand/vanilla'

export const switching = createStore<{ open: boolean }>(() => ({ open: false }))

export function openSwitcher(): void {
  switching.setState({ open: true })
}

export function closeSwitcher(): void {
  switching.setState({ open: false })
}
