import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { remember, remembered } from './remembered.ts'

/** What was begun and not sent, by conversation or thread. */
const drafts = createStore<Readonly<Record<string, string>>>(() => ({}))

export function draftKey(channel: string, threadTs: string | undefined): string {
  return threadTs ? `${channel}.${threadTs}` : channel
}

export function useDraft(key: string): [text: string, change: (text: string) => void] {
  const text = useStore(drafts, (all) => all[key]) ?? remembered(`draft.${key}`) ?? ''
  return [
    text,
    (next) => {
      drafts.setState({ [key]: next })
      remember(`draft.${key}`, next || undefined)
    },
  ]
}
