import type { LogEntry } from './db.ts'

/** What is remembered of one database. `sole`: no other process writes to it, so rows may be remembered too. */
export class Memory {
  readonly sole: boolean
  /** Where people and apps reach this server, without a slash at the end. */
  publicUrl = ''
  readonly #maps = new Map<object, Map<string, unknown>>()

  constructor(sole: boolean) {
    this.sole = sole
  }

  map<V>(kind: Remembered<V>): Map<string, V> {
    let map = this.#maps.get(kind)
    if (!map) this.#maps.set(kind, (map = new Map()))
    return map as Map<string, V>
  }

  /** Drops what a committed entry has made untrue. */
  hear(entries: readonly LogEntry[]): void {
    // A change of a team is rare and may be a change of everything.
    if (entries.some((entry) => entry.kind === 'team')) return this.clear()
    for (const [kind, map] of this.#maps) if (kind instanceof Remembered) kind.hear(map, entries)
  }

  clear(): void {
    this.#maps.clear()
  }
}

/** One kind of remembered value: which entries of the log make which keys untrue. */
export class Remembered<V> {
  readonly #outdated: (entry: LogEntry) => string | 'all' | undefined
  readonly #most: number

  constructor(outdated: (entry: LogEntry) => string | 'all' | undefined, most = 50_000) {
    this.#outdated = outdated
    this.#most = most
  }

  in(db: { readonly memory: Memory }): Map<string, V> {
    const map = db.memory.map(this)
    if (map.size > this.#most) map.clear()
    return map
  }

  hear(map: Map<string, unknown>, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      const key = this.#outdated(entry)
      if (key === 'all') map.clear()
      else if (key !== undefined) map.delete(key)
    }
  }
}
