import { createStore } from 'zustand/vanilla'

/** What went wrong with what the person did in the sidebar last. */
export const sidebarError = createStore<{ text: string | undefined }>(() => ({ text: undefined }))

/** Tells below the list what went wrong, if anything: that is what the work resolves to. */
export function orTell(work: Promise<string | undefined>): void {
  void work.then((text) => sidebarError.setState({ text }))
}
