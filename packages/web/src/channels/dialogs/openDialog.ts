import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The dialog about channels that is open. */
export type OpenDialog =
  | { kind: 'none' }
  | { kind: 'browse' }
  | { kind: 'create' }
  | { kind: 'details'; channel: string }

const openDialog = createStore<OpenDialog>(() => ({ kind: 'none' }))

export function useOpenDialog(): OpenDialog {
  return useStore(openDialog)
}

export function openChannelDialog(open: OpenDialog): void {
  openDialog.setState(open, true)
}
