import type { LogEntry, Work } from './db.ts'

/** What an entry of the log says has changed. */
export type Heard = Pick<LogEntry, 'kind' | 'team_id' | 'channel_id' | 'ts' | 'subject'>

/** What is remembered of one database. `sole`: no other process writes to it, so rows may be remembered too. */
export class Memory {
  readonly sole: boolean
  /** Where people and apps reach this server, without a slash at the end. */
  publicUrl = ''
  /** How often something remembered became untrue. */
  dropped = 0
  readonly #maps = new Map<object, Map<string, unknown>>()
  /** Told by writes that went through and are not on stable storage yet. */
  readonly #coming = new Set<Heard>()

  constructor(sole: boolean) {
    this.sole = sole
  }

  map<V>(kind: Remembered<V>): Map<string, V> {
    let map = this.#maps.get(kind)
    if (!map) this.#maps.set(kind, (map = new Map()))
    return map as Map<string, V>
  }

  /** What these say is true for the writes that follow, and not yet for anybody else. Deltas change nothing that is remembered. */
  expect(entries: readonly Heard[]): void {
    for (const entry of entries) if (entry.kind !== 'delta') this.#coming.add(entry)
  }

  get coming(): ReadonlySet<Heard> {
    return this.#coming
  }

  /** Drops what a committed entry has made untrue. */
  hear(entries: readonly Heard[]): void {
    if (entries.every((entry) => entry.kind === 'delta')) return
    for (const entry of entries) this.#coming.delete(entry)
    // A change of a team is rare and may be a change of everything.
    if (entries.some((entry) => entry.kind === 'team')) return this.clear()
    for (const [kind, map] of this.#maps) if (kind instanceof Remembered && kind.hear(map, entries)) this.dropped++
  }

  clear(): void {
    this.dropped++
    this.#maps.clear()
  }
}

/** One kind of remembered value: which entries of the log make which keys untrue. */
export class Remembered<V> {
  readonly #outdated: (entry: Heard) => string | undefined
  readonly #most: number

  constructor(outdated: (entry: Heard) => string | undefined, most = 50_000) {
    this.#outdated = outdated
    this.#most = most
  }

  in(db: { readonly memory: Memory }): Map<string, V> {
    const map = db.memory.map(this)
    if (map.size > this.#most) map.clear()
    return map
  }

  /**
   * The value of a key, loaded where it is not known. It is kept only if nothing can have made it untrue meanwhile.
   * What is known is answered at once: every call asks for several of them.
   */
  get<L extends V | undefined>(db: Reading, key: string, load: () => Promise<L>): V | Promise<V | L> {
    const changing = db.work !== undefined && this.#changing(db.work, db.memory, key)
    const known = changing ? undefined : this.in(db).get(key)
    return known ?? this.#load(db, key, load, changing)
  }

  async #load<L extends V | undefined>(
    db: Reading,
    key: string,
    load: () => Promise<L>,
    changing: boolean,
  ): Promise<V | L> {
    const { dropped } = db.memory
    const loaded = await load()
    const certain = !db.past && !changing && dropped === db.memory.dropped
    if (loaded !== undefined && certain) this.in(db).set(key, loaded)
    return loaded
  }

  /** Whether the transaction that reads, or one before it that is not settled yet, has changed it. */
  #changing(work: Work, { coming }: Memory, key: string): boolean {
    if (work.entries.length === 0 && coming.size === 0) return false
    return [...work.entries, ...coming].some((entry) => {
      if (entry.kind === 'team') return true
      const outdated = this.#outdated(entry)
      return outdated === key || outdated === 'all'
    })
  }

  /** Whether any of the entries made something untrue. */
  hear(map: Map<string, unknown>, entries: readonly Heard[]): boolean {
    let heard = false
    for (const entry of entries) {
      const key = this.#outdated(entry)
      if (key === undefined) continue
      heard = true
      if (key === 'all') map.clear()
      else map.delete(key)
    }
    return heard
  }
}

interface Reading {
  readonly memory: Memory
  readonly past?: boolean
  readonly work?: Work
}
