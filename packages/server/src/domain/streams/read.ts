import type { Chunk } from '@rivulet/blocks/types'
import { appendChunks, emptyReply, type StreamedReply } from '@rivulet/blocks/streamedReply'
import type { Db, Tx } from '#store/db'
import { CacheRegion } from '#store/cache'
import type { MessageRow } from '#domain/messages/find'
import { getSettings } from '#domain/settings/settings'
import { findCachedHead } from './openHeads.ts'
import type { StreamHead, StreamRow } from './head.ts'
import { selectDeltas } from './deltas.ts'
import { timeoutOf } from './timeout.ts'

export interface StreamSoFar {
  stream: StreamRow
  reply: StreamedReply
  /** How many deltas the reply is made of. */
  n: number
  /** `errored`: the stream has timed out, even if its end is not written yet. */
  state: 'in_progress' | 'errored'
}

const streams = new CacheRegion<StreamRow>((entry) =>
  entry.kind === 'deleted' ? `${entry.team_id}/${entry.channel_id}/${entry.ts}` : undefined,
)

/** Finds a stream, open or ended. Cached rows may lack the end, so callers must not rely on `ended_at`. */
export async function findStream(
  db: Db,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<StreamRow | undefined> {
  const key = `${channel.team_id}/${channel.id}/${ts}`
  const known = streams.valuesIn(db).get(key)
  if (known) return known
  const row = await db
    .selectFrom('streams')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', ts)
    .executeTakeFirst()
  if (row) streams.valuesIn(db).set(key, row)
  return row
}

interface ReplySoFar {
  reply: StreamedReply
  n: number
  lastAt: number
}

/**
 * What this process has read of open streams that others append to, and when (`performance.now`). What is committed of a stream
 * stays as it is, so that only what has come since is read again.
 */
const repliesRead = new CacheRegion<ReplySoFar & { readAt: number }>(
  ({ kind, team_id: team, channel_id: channel, ts }) =>
    kind === 'message' || kind === 'deleted' ? `${team}/${channel}/${ts}` : undefined,
  500,
)

/**
 * Reads the reply of a stream so far. The caller checks who may see it. `maxAge`: so many milliseconds old may be what is
 * returned.
 */
export async function readReply(db: Db, stream: StreamRow, maxAge = 0): Promise<ReplySoFar> {
  const head = findCachedHead(db, stream)
  if (head?.reply) return { reply: head.reply, n: head.committed.n, lastAt: head.committed.lastAt }
  // A transaction may see what is never committed.
  if ('work' in db) return readSince(db, stream)
  const key = `${stream.team_id}/${stream.channel_id}/${stream.ts}`
  const readAt = performance.now()
  const { clearings } = db.cache
  const known = repliesRead.valuesIn(db).get(key)
  if (known && readAt - known.readAt < maxAge) return known
  const read = await readSince(db, stream, known)
  const isNewest = read.n >= (repliesRead.valuesIn(db).get(key)?.n ?? 0)
  // What it was added to may have been lost meanwhile.
  const isSame = clearings === db.cache.clearings
  if (stream.ended_at === null && isNewest && isSame) repliesRead.valuesIn(db).set(key, { ...read, readAt })
  return read
}

/**
 * Reads on from what is known. A snapshot that began before that was committed lacks its last delta. Then the reply is read from
 * the beginning: a viewer that is sent more than the snapshot has would be sent less by what was read after it.
 */
async function readSince(db: Db, stream: StreamRow, known?: ReplySoFar): Promise<ReplySoFar> {
  const { reply, n, lastAt } = known ?? { reply: emptyReply(), n: 0, lastAt: stream.started_at }
  const mayLackIt = db.isSnapshot === true && n > 0
  const rows = await selectDeltas(db, stream)
    .where('n', mayLackIt ? '>=' : '>', n)
    .select(['n', 'at', 'body'])
    .orderBy('n')
    .execute()
  if (mayLackIt && rows.shift()?.n !== n) return readSince(db, stream)
  const last = rows.at(-1)
  if (!last) return { reply, n, lastAt }
  const chunks = rows.flatMap((row): Chunk[] => row.body ?? [])
  return { reply: appendChunks(reply, chunks), n: last.n ?? n, lastAt: last.at }
}

/** Like `readReply`, for a transaction that writes: with deltas that are not committed yet. */
export async function readWholeReply(tx: Tx, head: StreamHead): Promise<StreamedReply> {
  return head.wholeReply ?? (await readReply(tx, head.stream)).reply
}

/** Reads the streams among these messages of one channel whose end is not written yet, by ts. */
export async function readOpenStreams(db: Db, messages: readonly MessageRow[]): Promise<Map<string, StreamSoFar>> {
  const open = messages.filter((message) => message.streaming_state === 'in_progress')
  const found = await Promise.all(open.map((message) => readOpenStream(db, message)))
  return new Map(found.flatMap((read) => (read ? [[read.stream.ts, read] as const] : [])))
}

/** Reads the stream of a message. Undefined if it has none. `maxAge` as for `readReply`. */
export async function readOpenStream(
  db: Db,
  message: Pick<MessageRow, 'team_id' | 'channel_id' | 'ts'>,
  maxAge = 0,
): Promise<StreamSoFar | undefined> {
  const stream = await findStream(db, { team_id: message.team_id, id: message.channel_id }, message.ts)
  if (!stream) return undefined
  const { reply, n, lastAt } = await readReply(db, stream, maxAge)
  const timeout = timeoutOf(await getSettings(db), stream, lastAt, db.clock.now())
  return { stream, reply, n, state: timeout ? 'errored' : 'in_progress' }
}

/** Lists the ts of the streams of a channel whose end is not written yet. */
export async function listOpenStreams(db: Db, channel: { team_id: string; id: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('streams')
    .select('ts')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ended_at', 'is', null)
    .orderBy('ts')
    .execute()
  return rows.map(({ ts }) => ts)
}

export async function countOpenStreams(db: Db): Promise<number> {
  const counted = await db
    .selectFrom('streams')
    .select(({ fn }) => fn.countAll<number>().as('streams'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return counted.streams
}
