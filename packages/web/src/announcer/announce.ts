import { createStore } from 'zustand/vanilla'

/** The announcement that screen readers read out next. */
export const announcement = createStore<{ text: string }>(() => ({ text: '' }))

export function announce(text: string): void {
  announcement.setState({ text })
}
