import { useSyncExternalStore } from 'react'
import { JournalStore } from './journalStore.ts'

/** The journal of this page. */
export const journal = new JournalStore()

/** Renders again when it has changed, at most once a frame. */
export function useJournal(): JournalStore {
  useSyncExternalStore(journal.subscribe, () => journal.version)
  return journal
}
