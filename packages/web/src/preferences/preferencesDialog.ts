import { createStore } from 'zustand/vanilla'

/** Whether the preferences are open. */
export const preferencesDialog = createStore<{ open: boolean }>(() => ({ open: false }))
