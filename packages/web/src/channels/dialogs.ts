import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Which of the dialogs about channels is open. */
export type Open = { kind: 'none' } | { kind: 'browse' } | { kind: 'create' } | { kind: 'details'; channel: string }

const dialogs = createStore<Open>(() => ({ kind: 'none' }))

export function useDialogs(): Open {
  return useStore(dialogs)
}

export function openDialog(open: Open): void {
  dialogs.setState(open, true)
}
