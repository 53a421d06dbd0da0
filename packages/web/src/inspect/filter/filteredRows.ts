import type { Groups } from '#inspect/journal/groups.ts'
import { isFolded } from '#inspect/journal/groups.ts'
import type { EntryItem, Item } from '#inspect/journal/item.ts'
import type { JournalStore } from '#inspect/journal/journalStore.ts'

export interface Filter {
  matches: (entry: EntryItem['entry']) => boolean
  /** Whether appends and acknowledgements stand in the row of their stream or event. */
  folds: boolean
  /** Whether everything is let through: then also what happened to the journal itself. */
  isOpen: boolean
}

/** The items that a filter lets through, in their order. It looks at each item once. */
export class FilteredRows {
  rows: readonly Item[] = []
  readonly #filter: Filter
  #lastSeen = -1

  constructor(filter: Filter) {
    this.#filter = filter
  }

  /** Takes the store's items over: new ones are looked at, dropped ones are left out. The list is another only if it changed. */
  update({ items, groups }: JournalStore): readonly Item[] {
    const first = items[0]?.n ?? Infinity
    const dropped = this.rows.findIndex(({ n }) => n >= first)
    const kept = dropped === -1 ? [] : dropped === 0 ? this.rows : this.rows.slice(dropped)
    const start = firstAfter(items, this.#lastSeen)
    const fresh = items.slice(start).filter((item) => this.#shows(item, groups))
    this.#lastSeen = items.at(-1)?.n ?? this.#lastSeen
    if (fresh.length > 0) this.rows = [...kept, ...fresh]
    else if (kept !== this.rows && (kept.length > 0 || this.rows.length > 0)) this.rows = kept
    return this.rows
  }

  #shows(item: Item, groups: Groups): boolean {
    if (!('entry' in item)) return this.#filter.isOpen
    if (this.#filter.folds && isFolded(item, groups.of(item))) return false
    return this.#filter.matches(item.entry)
  }
}

/** The place of the first item after a number. Items have ascending numbers. */
export function firstAfter(items: readonly Item[], n: number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.n ?? Infinity) <= n) low = middle + 1
    else high = middle
  }
  return low
}
