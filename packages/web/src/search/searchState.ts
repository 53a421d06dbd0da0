import { createStore } from 'zustand/vanilla'

/** Whether the search is open, and what is searched first. */
export const searchState = createStore<{ text: string | undefined }>(() => ({ text: undefined }))

export function openSearch(text = ''): void {
  searchState.setState({ text })
}

export function closeSearch(): void {
  searchState.setState({ text: undefined })
}
