import { crc32 } from 'node:zlib'
import type { WriteTarget } from '#load/workspace'

/** Nanoseconds of CLOCK_MONOTONIC, the clock that the power-cut journal uses too. */
export const now = (): number => Number(process.hrtime.bigint())

/** One call that writes. Times are in nanoseconds. */
export interface Call {
  n: number
  sentAt: number
  /** When its `ok: true` arrived; `Infinity` if it was refused or cut off. */
  ackedAt: number
  /** When it was answered or its server died: it cannot take effect later. */
  settledAt: number
  isRefused: boolean
  /** For a call without an answer: whether the first read after the crash found it. Later reads must agree. */
  outcome?: 'there' | 'gone'
  /** The ts in its answer, for a message. */
  ts?: string
}

/** The numbered calls that write one text or one thread. */
export class CallSeries {
  readonly name: string
  readonly calls: Call[] = []

  constructor(name: string) {
    this.name = name
  }

  addCall(): Call {
    const call = { n: this.calls.length, sentAt: now(), ackedAt: Infinity, settledAt: Infinity, isRefused: false }
    this.calls.push(call)
    return call
  }

  /** Returns `<n>:<crc>;`. The checksum covers the name of the series, so that a delta in the wrong stream is noticed. */
  toMark(n: number): string {
    return `${n}:${crc32(`${this.name}/${n}`).toString(36)};`
  }

  /** Returns the numbers of the marks in a text; `NaN` for anything that is not a mark of this series. */
  readMarks(text: string): number[] {
    return (text.match(/[^;]*;|[^;]+$/g) ?? []).map((mark) => {
      const n = Number.parseInt(mark, 10)
      return mark === this.toMark(n) ? n : Number.NaN
    })
  }
}

export const markAcknowledged = (call: Call, ts?: string): void => {
  call.ackedAt = call.settledAt = now()
  if (ts !== undefined) call.ts = ts
}

export const markRefused = (call: Call): void => {
  call.settledAt = now()
  call.isRefused = true
}

export interface StreamRecord {
  target: WriteTarget
  /** The root of the thread that the stream is in. */
  root: string
  ts: string
  start: Call
  deltas: CallSeries
  /** The call that stopped it, once sent. */
  stop: Call | undefined
}

/** What was sent and what was acknowledged. It is kept in the harness, where the fault cannot damage it. */
export class Ledger {
  readonly streams: StreamRecord[] = []
  /** Plain messages, one series per target. */
  readonly posts = new Map<WriteTarget, CallSeries>()
  /** By channel: the calls that were answered with a ts. */
  readonly callsWithTs = new Map<string, Call[]>()
  /** Answers that must not happen, noticed while writing. */
  readonly unexpected: string[] = []

  findPosts(target: WriteTarget): CallSeries {
    const known = this.posts.get(target)
    if (known) return known
    const series = new CallSeries(`posts ${target.channel}`)
    this.posts.set(target, series)
    return series
  }

  addTs(channel: string, call: Call): void {
    const list = this.callsWithTs.get(channel)
    if (list) list.push(call)
    else this.callsWithTs.set(channel, [call])
  }

  /** Called when the server is dead: calls without an answer cannot take effect later. */
  settleCalls(): void {
    const at = now()
    const settle = (call: Call): void => {
      if (call.settledAt === Infinity) call.settledAt = at
    }
    for (const { deltas, stop } of this.streams) {
      deltas.calls.forEach(settle)
      if (stop) settle(stop)
    }
    for (const series of this.posts.values()) series.calls.forEach(settle)
  }

  /** Counts acknowledged deltas and plain messages. */
  countAcknowledged(): number {
    let count = 0
    for (const stream of this.streams) count += stream.deltas.calls.filter((e) => e.ackedAt < Infinity).length
    for (const posts of this.posts.values()) count += posts.calls.filter((e) => e.ackedAt < Infinity).length
    return count
  }
}
