import type { Entry, Ledger, Series, StreamRecord } from './ledger.ts'

/** What a reader found, by API or in the database file. */
export interface Found {
  /** By `key(stream)`; a stream that is not there has none. */
  streams: Map<string, { text: string; state: string }>
  /** By channel: the plain messages of its thread, in the order of their ts. */
  posts: Map<string, { ts: string; text: string }[]>
}

/** After every call that was answered; those that never were come later still. */
const theEnd = Number.MAX_SAFE_INTEGER

export const key = (stream: { place: { channel: string }; ts: string }): string =>
  `${stream.place.channel}/${stream.ts}`

/**
 * Compares what was found with what was acknowledged by the moment `at`, and says every difference
 * in a sentence. With `settle`, calls without an answer are from now on held to what was found.
 */
export function compare(
  ledger: Ledger,
  found: Found,
  { at = theEnd, settle = false, streams = ledger.streams } = {},
): string[] {
  const faults: string[] = []
  for (const stream of streams) {
    if (stream.start.ackedAt > at) continue
    faults.push(...faultsOfStream(stream, found.streams.get(key(stream)), at, settle))
  }
  for (const [place, series] of ledger.posts) {
    const posts = found.posts.get(place.channel)
    if (posts) faults.push(...faultsOfPosts(series, posts, at, settle))
  }
  for (const [channel, given] of ledger.given) faults.push(...faultsOfTs(channel, given, at))
  return faults
}

function faultsOfStream(
  stream: StreamRecord,
  found: { text: string; state: string } | undefined,
  at: number,
  settle: boolean,
): string[] {
  const name = stream.deltas.name
  if (!found) return [`${name}: lost as a whole`]

  const faults = faultsOfOrder(stream.deltas, stream.deltas.read(found.text), at, settle)
  const { stop } = stream
  const completed = found.state === 'completed'
  if (stop && stop.ackedAt <= at && !completed) faults.push(`${name}: stopped, yet ${found.state}`)
  if (completed && !(stop && stop.sentAt <= at && !stop.refused)) faults.push(`${name}: completed without a stop`)
  if (completed && stop?.settled === 'gone' && at === theEnd) faults.push(`${name}: its stop came back from the dead`)
  if (settle && stop && stop.ackedAt === Infinity && !stop.refused && !stop.settled) {
    stop.settled = completed ? 'there' : 'gone'
  }
  return faults
}

function faultsOfPosts(series: Series, posts: { ts: string; text: string }[], at: number, settle: boolean): string[] {
  const faults = faultsOfOrder(
    series,
    posts.map(({ text }) => series.read(text)[0] ?? Number.NaN),
    at,
    settle,
  )
  const tsOf = new Map(posts.map(({ ts, text }) => [series.read(text)[0], ts]))
  for (const entry of series.entries) {
    if (entry.ackedAt <= at && tsOf.has(entry.n) && tsOf.get(entry.n) !== entry.ts) {
      faults.push(`${series.name}: ${entry.n} was answered with ts ${entry.ts} and stands at ${tsOf.get(entry.n)}`)
    }
  }
  return faults
}

/**
 * Each acknowledged entry once, none that was refused or never sent, and none before one that had
 * its answer when it was sent. What was under way at the same time may stand in either order.
 */
function faultsOfOrder(series: Series, order: number[], at: number, settle: boolean): string[] {
  const faults: string[] = []
  const seen = new Set<number>()
  for (const n of order) {
    const entry = series.entries[n]
    if (!entry || entry.sentAt > at) faults.push(`${series.name}: something that was never sent`)
    else if (seen.has(n)) faults.push(`${series.name}: ${n} is there twice`)
    else if (entry.refused && entry.overAt <= at) faults.push(`${series.name}: ${n} was refused and is there`)
    else if (entry.settled === 'gone' && at === theEnd) faults.push(`${series.name}: ${n} came back from the dead`)
    seen.add(n)
  }

  for (const entry of series.entries) {
    const held = entry.ackedAt <= at || (entry.settled === 'there' && at === theEnd)
    if (held && !seen.has(entry.n)) faults.push(`${series.name}: ${entry.n} was acknowledged and is lost`)
    if (settle && entry.ackedAt === Infinity && !entry.refused) entry.settled ??= seen.has(entry.n) ? 'there' : 'gone'
  }

  let firstOver = Infinity
  for (const n of order.toReversed()) {
    const entry = series.entries[n]
    if (!entry) continue
    if (entry.sentAt > firstOver) faults.push(`${series.name}: ${n} stands before one that was answered earlier`)
    firstOver = Math.min(firstOver, entry.overAt)
  }
  return faults
}

/** A channel gives each ts once, and a later call gets a higher one. */
function faultsOfTs(channel: string, given: Entry[], at: number): string[] {
  const faults: string[] = []
  const rising = given.filter((entry) => entry.ackedAt <= at).toSorted((a, b) => Number(a.ts) - Number(b.ts))
  let firstOver = Infinity
  let above: string | undefined
  for (const entry of rising.toReversed()) {
    if (entry.ts === above) faults.push(`${channel}: ts ${entry.ts} was given twice`)
    if (entry.sentAt > firstOver) faults.push(`${channel}: ts ${entry.ts} is below one that was given earlier`)
    firstOver = Math.min(firstOver, entry.overAt)
    above = entry.ts
  }
  return faults
}
