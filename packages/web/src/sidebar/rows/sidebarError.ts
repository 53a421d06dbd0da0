import { createStore } from 'zustand/vanilla'

/** What went wrong with what the person did in the sidebar last. */
export const sidebarError = createStore<{ text: string | undefined }>(() => ({ text: undefined }))

/** Waits for work that resolves to what went wrong, and tells it below the list. */
export function orTell(work: Promise<string | undefined>): void {
  void work.then((text) => sidebarError.setState({ text }))
}
