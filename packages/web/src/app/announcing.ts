import { createStore } from 'zustand/vanilla'

/** What is to be said aloud next. */
export const announced = createStore<{ text: string }>(() => ({ text: '' }))

export function announce(text: string): void {
  announced.setState({ text })
}
