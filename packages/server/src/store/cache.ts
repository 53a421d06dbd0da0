import { Dropped } from './dropped.ts'
import type { LogEntry, UnitOfWork } from './unitOfWork.ts'

/** What a log entry says has changed. */
export type LoggedChange = Pick<LogEntry, 'kind' | 'team_id' | 'channel_id' | 'ts' | 'subject'>

/** What is cached of one database. */
export class Cache {
  /** Whether no other process writes to the database. */
  readonly isSingleWriter: boolean
  /** The time (`performance.now`) until which readers believe that they have heard of what other processes change. */
  believedUntil = 0
  /** The URL at which people and apps reach this server, without a trailing slash. */
  publicUrl = ''
  /** The profile that this process was started with, if any, and the settings that win over it. */
  profile: { name: 'contract' | 'slack'; except: ReadonlySet<string> } | undefined
  /** Teams that were made for tests and are gone. */
  readonly dropped = new Dropped()
  /** Rises whenever a cached value is invalidated. */
  generation = 0
  /** Rises whenever the database may have lost what was read of it. */
  clearings = 0
  readonly #values = new Map<object, Map<string, unknown>>()
  /** Entries of writes that have succeeded and are not on stable storage yet. */
  readonly #pending = new Set<LoggedChange>()

  constructor(isSingleWriter: boolean) {
    this.isSingleWriter = isSingleWriter
  }

  /**
   * Whether a reader may use cached rows. If other processes write too, a transaction may, because its commit checks
   * them; a snapshot may not, because it shows one moment.
   */
  isBelieved(db: CacheReader): boolean {
    if (this.isSingleWriter) return true
    return db.isSnapshot !== true && (db.work !== undefined || performance.now() < this.believedUntil)
  }

  valuesOf<V>(region: CacheRegion<V>): Map<string, V> {
    let map = this.#values.get(region)
    if (!map) this.#values.set(region, (map = new Map()))
    return map as Map<string, V>
  }

  /** Adds entries that the following writes already see, and nobody else. Deltas invalidate nothing. */
  addPending(entries: readonly LoggedChange[]): void {
    for (const entry of entries) if (entry.kind !== 'delta') this.#pending.add(entry)
  }

  get pending(): ReadonlySet<LoggedChange> {
    return this.#pending
  }

  /** Drops the values that committed entries have made stale. */
  invalidate(entries: readonly LoggedChange[]): void {
    if (entries.every((entry) => entry.kind === 'delta')) return
    for (const entry of entries) this.#pending.delete(entry)
    // A change of a team is rare and may affect everything.
    if (entries.some((entry) => entry.kind === 'team')) return this.#forget()
    for (const [region, map] of this.#values)
      if (region instanceof CacheRegion && region.invalidate(map, entries)) this.generation++
  }

  clear(): void {
    this.clearings++
    this.#forget()
  }

  #forget(): void {
    this.generation++
    this.#values.clear()
  }
}

/** One kind of cached value. `staleKey` says which key a log entry makes stale: one, `'all'`, or none. */
export class CacheRegion<V> {
  readonly #staleKey: (entry: LoggedChange) => string | undefined
  readonly #maxSize: number

  constructor(staleKey: (entry: LoggedChange) => string | undefined, maxSize = 50_000) {
    this.#staleKey = staleKey
    this.#maxSize = maxSize
  }

  valuesIn(db: { readonly cache: Cache }): Map<string, V> {
    const map = db.cache.valuesOf(this)
    if (map.size > this.#maxSize) map.clear()
    return map
  }

  /**
   * Gets the value of a key, and loads it if it is not cached. It is cached only if nothing can have made it stale while it
   * was loaded. A cached value is returned at once, not as a promise, because every call needs several.
   */
  get<L extends V | undefined>(db: CacheReader, key: string, load: () => Promise<L>): V | Promise<V | L> {
    if (!db.cache.isBelieved(db)) return db.reads ? db.reads.get(this, key, load) : load()
    const changing = db.work !== undefined && this.#isChanging(db.work, db.cache, key)
    const cached = changing ? undefined : this.valuesIn(db).get(key)
    return cached ?? this.#load(db, key, load, changing)
  }

  /** As `get`, for several keys: what is not cached is loaded at once. A key that nothing was loaded for is left out. */
  async getAll(
    db: CacheReader,
    keys: readonly string[],
    load: (missing: string[]) => Promise<Map<string, V>>,
  ): Promise<Map<string, V>> {
    if (!db.cache.isBelieved(db)) return load([...keys])
    const cached = this.valuesIn(db)
    const { work } = db
    const changing = new Set(work ? keys.filter((key) => this.#isChanging(work, db.cache, key)) : [])
    const found = new Map(
      keys.flatMap((key): [string, V][] => {
        const value = changing.has(key) ? undefined : cached.get(key)
        return value === undefined ? [] : [[key, value]]
      }),
    )
    const missing = keys.filter((key) => !found.has(key))
    if (missing.length === 0) return found
    const { generation } = db.cache
    for (const [key, value] of await load(missing)) {
      found.set(key, value)
      if (!db.isSnapshot && !changing.has(key) && generation === db.cache.generation) cached.set(key, value)
    }
    return found
  }

  async #load<L extends V | undefined>(
    db: CacheReader,
    key: string,
    load: () => Promise<L>,
    changing: boolean,
  ): Promise<V | L> {
    const { generation } = db.cache
    const loaded = await load()
    const isFresh = !db.isSnapshot && !changing && generation === db.cache.generation
    if (loaded !== undefined && isFresh) this.valuesIn(db).set(key, loaded)
    return loaded
  }

  /** Whether this transaction, or an earlier one that is not on stable storage yet, has changed the value. */
  #isChanging(work: UnitOfWork, { pending }: Cache, key: string): boolean {
    const isChanged = (entry: LoggedChange) => {
      if (entry.kind === 'team') return true
      const staleKey = this.#staleKey(entry)
      return staleKey === key || staleKey === 'all'
    }
    return work.entries.some(isChanged) || (pending.size > 0 && pending.values().some(isChanged))
  }

  /** Drops stale values. Returns whether there may have been any. */
  invalidate(map: Map<string, unknown>, entries: readonly LoggedChange[]): boolean {
    let hasStale = false
    for (const entry of entries) {
      const key = this.#staleKey(entry)
      if (key === undefined) continue
      hasStale = true
      if (key === 'all') map.clear()
      else map.delete(key)
    }
    return hasStale
  }
}

interface CacheReader {
  readonly cache: Cache
  readonly isSnapshot?: boolean
  readonly reads?: SnapshotReads
  readonly work?: UnitOfWork
}

/** What one snapshot, or one reader, has read. It stays valid as long as that lasts. */
export class SnapshotReads {
  readonly #reads = new Map<object, Map<string, Promise<unknown>>>()

  get<V, L extends V | undefined>(region: CacheRegion<V>, key: string, load: () => Promise<L>): Promise<L> {
    let known = this.#reads.get(region)
    if (!known) this.#reads.set(region, (known = new Map()))
    let read = known.get(key)
    if (!read) known.set(key, (read = load()))
    return read as Promise<L>
  }
}
