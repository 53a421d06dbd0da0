import { createStore } from 'zustand/vanilla'

/** Whether the list of shortcuts is open. */
export const shortcutsDialog = createStore<{ open: boolean }>(() => ({ open: false }))
