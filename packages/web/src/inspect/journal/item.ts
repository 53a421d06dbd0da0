import type { JournalEntry } from 'rivulet/journal'

/** What stands in the list: an entry, or something that happened to the journal itself. */
export type Item = EntryItem | MarkItem

export interface EntryItem {
  /** Counts the items of this page: the server's numbers begin anew after a restart. */
  n: number
  /** Counts restarts and resets. What was before one is not known to the server any more. */
  life: number
  entry: JournalEntry
}

export interface MarkItem {
  n: number
  life: number
  /** `missed`: so many entries had left the journal before this page could read them. */
  mark: 'restarted' | 'reset' | 'missed'
  count?: number
}

export function isEntry(item: Item): item is EntryItem {
  return 'entry' in item
}
