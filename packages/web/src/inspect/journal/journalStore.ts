import type { JournalEntry } from 'rivulet/journal'
import { Groups } from './groups.ts'
import type { Item, MarkItem } from './item.ts'

/** As many entries as the journal of the server keeps. */
const mostItems = 10_000

export type Connection = 'connecting' | 'live' | 'lost'

/** What this page has read of the journal. Kept outside of React, and told to it once a frame. */
export class JournalStore {
  items: readonly Item[] = []
  readonly groups = new Groups()
  connection: Connection = 'connecting'
  isPaused = false
  /** Changes whenever anything does. */
  version = 0
  /** How many items have been dropped from the beginning. */
  dropped = 0
  #next = 0
  #life = 0
  #held: Item[] = []
  #fresh: Item[] = []
  #listeners = new Set<() => void>()
  #frame: number | undefined

  /** How many have come since it was paused. */
  get held(): number {
    return this.#held.length
  }

  get life(): number {
    return this.#life
  }

  add(entry: JournalEntry): void {
    this.#push({ n: this.#next++, life: this.#life, entry })
  }

  /** Something happened to the journal. After a restart or reset, what came before is not known to the server any more. */
  mark(mark: MarkItem['mark'], count?: number): void {
    if (mark !== 'missed') this.#life++
    this.#push({ n: this.#next++, life: this.#life, mark, ...(count === undefined ? {} : { count }) })
  }

  setConnection(connection: Connection): void {
    if (connection === this.connection) return
    this.connection = connection
    this.#wake()
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused
    if (!isPaused) {
      this.#fresh.push(...this.#held)
      this.#held = []
    }
    this.#wake()
  }

  /** Takes everything off the page. The journal of the server keeps it. */
  clear(): void {
    this.dropped += this.items.length
    this.items = []
    this.#fresh = []
    this.#held = []
    this.groups.clear()
    this.#wake()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #push(item: Item): void {
    const list = this.isPaused ? this.#held : this.#fresh
    list.push(item)
    if (list.length > mostItems * 1.1) list.splice(0, list.length - mostItems)
    this.#wake()
  }

  /** Once a frame, however many entries have come: a page that is not in sight has no frames, so a timer does it too. */
  #wake(): void {
    if (this.#frame !== undefined) return
    const flush = () => {
      cancelAnimationFrame(this.#frame ?? 0)
      clearTimeout(timer)
      this.#flush()
    }
    const timer = setTimeout(flush, 250)
    this.#frame = requestAnimationFrame(flush)
  }

  #flush(): void {
    this.#frame = undefined
    if (this.#fresh.length > 0) {
      for (const item of this.#fresh) if ('entry' in item) this.groups.add(item)
      const all = [...this.items, ...this.#fresh]
      const excess = Math.max(0, all.length - mostItems)
      this.items = excess > 0 ? all.slice(excess) : all
      this.#fresh = []
      if (excess > 0) {
        this.dropped += excess
        this.groups.dropBefore(this.items[0]?.n ?? 0)
      }
    }
    this.version++
    for (const listener of this.#listeners) listener()
  }
}
