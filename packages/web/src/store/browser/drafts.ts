import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { writeToStorage, readFromStorage } from './browserStorage.ts'

/** What was typed and not sent, by channel or thread. */
const drafts = createStore<Readonly<Record<string, string>>>(() => ({}))

export function draftKey(channel: string, threadTs: string | undefined): string {
  return threadTs ? `${channel}.${threadTs}` : channel
}

export function useDraft(key: string): [text: string, change: (text: string) => void] {
  const text = useStore(drafts, (all) => all[key]) ?? readFromStorage(`draft.${key}`) ?? ''
  return [
    text,
    (next) => {
      drafts.setState({ [key]: next })
      writeToStorage(`draft.${key}`, next || undefined)
    },
  ]
}
