import type { Call, Ledger, CallSeries, StreamRecord } from './ledger.ts'

/** What was read back, through the API or from the database file. */
export interface StoredState {
  /** By `streamKey`. A lost stream is not in it. */
  streams: Map<string, { text: string; state: string }>
  /** By channel: the plain messages of its thread, ordered by ts. */
  posts: Map<string, { ts: string; text: string }[]>
}

/** A time after every answered call, but before `Infinity`, which is the time of calls without an answer. */
const endOfTime = Number.MAX_SAFE_INTEGER

export const streamKey = (stream: { target: { channel: string }; ts: string }): string =>
  `${stream.target.channel}/${stream.ts}`

/**
 * Compares what was found with what was acknowledged by the time `at`, and describes every difference in a sentence.
 * With `settle`, it records for each call without an answer whether it was found; later reads must agree.
 */
export function findFaults(
  ledger: Ledger,
  found: StoredState,
  { at = endOfTime, settle = false, streams = ledger.streams } = {},
): string[] {
  const faults: string[] = []
  for (const stream of streams) {
    if (stream.start.ackedAt > at) continue
    faults.push(...checkStream(stream, found.streams.get(streamKey(stream)), at, settle))
  }
  for (const [target, series] of ledger.posts) {
    const posts = found.posts.get(target.channel)
    if (posts) faults.push(...checkPosts(series, posts, at, settle))
  }
  for (const [channel, calls] of ledger.callsWithTs) faults.push(...checkTimestamps(channel, calls, at))
  return faults
}

function checkStream(
  stream: StreamRecord,
  found: { text: string; state: string } | undefined,
  at: number,
  settle: boolean,
): string[] {
  const name = stream.deltas.name
  if (!found) return [`${name}: lost as a whole`]

  const faults = checkOrder(stream.deltas, stream.deltas.readMarks(found.text), at, settle)
  const { stop } = stream
  const completed = found.state === 'completed'
  if (stop && stop.ackedAt <= at && !completed) faults.push(`${name}: stopped, yet ${found.state}`)
  if (completed && !(stop && stop.sentAt <= at && !stop.isRefused)) faults.push(`${name}: completed without a stop`)
  if (completed && stop?.outcome === 'gone' && at === endOfTime)
    faults.push(`${name}: its stop took effect after it had been missing`)
  if (settle && stop && stop.ackedAt === Infinity && !stop.isRefused && !stop.outcome) {
    stop.outcome = completed ? 'there' : 'gone'
  }
  return faults
}

function checkPosts(series: CallSeries, posts: { ts: string; text: string }[], at: number, settle: boolean): string[] {
  const faults = checkOrder(
    series,
    posts.map(({ text }) => series.readMarks(text)[0] ?? Number.NaN),
    at,
    settle,
  )
  const tsOf = new Map(posts.map(({ ts, text }) => [series.readMarks(text)[0], ts]))
  for (const call of series.calls) {
    if (call.ackedAt <= at && tsOf.has(call.n) && tsOf.get(call.n) !== call.ts) {
      faults.push(`${series.name}: ${call.n} was answered with ts ${call.ts} and is stored with ${tsOf.get(call.n)}`)
    }
  }
  return faults
}

/**
 * Every acknowledged call must be there once. No call may be there that was refused or never sent. A call must come after
 * those that were answered before it was sent; concurrent calls may be in either order.
 */
function checkOrder(series: CallSeries, order: number[], at: number, settle: boolean): string[] {
  const faults: string[] = []
  const numbers = new Set<number>()
  for (const n of order) {
    const call = series.calls[n]
    if (!call || call.sentAt > at) faults.push(`${series.name}: something that was never sent`)
    else if (numbers.has(n)) faults.push(`${series.name}: ${n} is there twice`)
    else if (call.isRefused && call.settledAt <= at) faults.push(`${series.name}: ${n} was refused and is there`)
    else if (call.outcome === 'gone' && at === endOfTime)
      faults.push(`${series.name}: ${n} appeared after it had been missing`)
    numbers.add(n)
  }

  for (const call of series.calls) {
    const mustBeThere = call.ackedAt <= at || (call.outcome === 'there' && at === endOfTime)
    if (mustBeThere && !numbers.has(call.n)) faults.push(`${series.name}: ${call.n} was acknowledged and is lost`)
    if (settle && call.ackedAt === Infinity && !call.isRefused) call.outcome ??= numbers.has(call.n) ? 'there' : 'gone'
  }

  let earliestSettled = Infinity
  for (const n of order.toReversed()) {
    const call = series.calls[n]
    if (!call) continue
    if (call.sentAt > earliestSettled) faults.push(`${series.name}: ${n} comes before one that was answered earlier`)
    earliestSettled = Math.min(earliestSettled, call.settledAt)
  }
  return faults
}

/** A channel issues each ts once, and a later call gets a higher one. */
function checkTimestamps(channel: string, calls: Call[], at: number): string[] {
  const faults: string[] = []
  const sorted = calls.filter((call) => call.ackedAt <= at).toSorted((a, b) => Number(a.ts) - Number(b.ts))
  let earliestSettled = Infinity
  let next: string | undefined
  for (const call of sorted.toReversed()) {
    if (call.ts === next) faults.push(`${channel}: ts ${call.ts} was issued twice`)
    if (call.sentAt > earliestSettled) faults.push(`${channel}: ts ${call.ts} is below one that was issued earlier`)
    earliestSettled = Math.min(earliestSettled, call.settledAt)
    next = call.ts
  }
  return faults
}
