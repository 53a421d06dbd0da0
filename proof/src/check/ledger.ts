import { crc32 } from 'node:zlib'
import type { Place } from '#load/workspace'

/** Nanoseconds of CLOCK_MONOTONIC: the clock of the power-cut journal too. */
export const now = (): number => Number(process.hrtime.bigint())

/** One write, from the moment it was sent. */
export interface Entry {
  n: number
  sentAt: number
  /** When its `ok: true` arrived. Never, for one that was refused or cut off. */
  ackedAt: number
  /** From then on it cannot take effect any more: answered, or its server is dead. */
  overAt: number
  refused: boolean
  /** What the first read after a crash said about one without an answer; it must stay so. */
  settled?: 'there' | 'gone'
  /** The ts it was answered with, for a message. */
  ts?: string
}

/** The numbered writes of one text or one thread. */
export class Series {
  readonly name: string
  readonly entries: Entry[] = []

  constructor(name: string) {
    this.name = name
  }

  begin(): Entry {
    const entry = { n: this.entries.length, sentAt: now(), ackedAt: Infinity, overAt: Infinity, refused: false }
    this.entries.push(entry)
    return entry
  }

  /** `<n>:<crc>;` The checksum covers the series, so that a delta in the wrong stream is seen. */
  mark(n: number): string {
    return `${n}:${crc32(`${this.name}/${n}`).toString(36)};`
  }

  /** Reads marks back; what is none of this series comes as `NaN`. */
  read(text: string): number[] {
    return (text.match(/[^;]*;|[^;]+$/g) ?? []).map((mark) => {
      const n = Number.parseInt(mark, 10)
      return mark === this.mark(n) ? n : Number.NaN
    })
  }
}

export const acked = (entry: Entry, ts?: string): void => {
  entry.ackedAt = entry.overAt = now()
  if (ts !== undefined) entry.ts = ts
}

export const refused = (entry: Entry): void => {
  entry.overAt = now()
  entry.refused = true
}

export interface StreamRecord {
  place: Place
  /** The message the stream answers. */
  root: string
  ts: string
  start: Entry
  deltas: Series
  /** The call that ended it, once sent. */
  stop: Entry | undefined
}

/**
 * What was sent and what was acknowledged. It lives in the harness, out of reach of the fault.
 */
export class Ledger {
  readonly streams: StreamRecord[] = []
  /** Plain messages, one series a place. */
  readonly posts = new Map<Place, Series>()
  /** Every ts that a channel gave out, with the call that got it. */
  readonly given = new Map<string, Entry[]>()
  /** Answers that nobody can explain, seen while writing. */
  readonly oddities: string[] = []

  postsIn(place: Place): Series {
    const known = this.posts.get(place)
    if (known) return known
    const series = new Series(`posts ${place.channel}`)
    this.posts.set(place, series)
    return series
  }

  gave(channel: string, entry: Entry): void {
    const list = this.given.get(channel)
    if (list) list.push(entry)
    else this.given.set(channel, [entry])
  }

  /** The server is dead: what is unanswered now will not take effect later. */
  close(): void {
    const at = now()
    const end = (entry: Entry): void => {
      if (entry.overAt === Infinity) entry.overAt = at
    }
    for (const { deltas, stop } of this.streams) {
      deltas.entries.forEach(end)
      if (stop) end(stop)
    }
    for (const series of this.posts.values()) series.entries.forEach(end)
  }

  count(): number {
    let count = 0
    for (const stream of this.streams) count += stream.deltas.entries.filter((e) => e.ackedAt < Infinity).length
    for (const posts of this.posts.values()) count += posts.entries.filter((e) => e.ackedAt < Infinity).length
    return count
  }
}
