import type { Chunk } from '@rivulet/blocks/chunk'
import { emptyReply, type Reply, withChunks } from '@rivulet/blocks/reply'
import { type Selectable, sql } from 'kysely'
import { now } from '#domain/clock'
import type { Settings } from '#domain/settings/settings'
import type { Db, Tx } from '#store/db'
import { Remembered } from '#store/cache'
import type { Tables } from '#store/tables/tables'
import type { Soon } from '#store/maybePromise'

export type StreamRow = Selectable<Tables['streams']>
/** How content was given first; the other way is refused from then on [STR-2]. */
export type Mode = 'text' | 'chunks'

export interface Delta {
  chunks: readonly Chunk[]
  mode: Mode
  /** Code points of text with it. */
  total: number
  at: number
}

interface Standing {
  mode: Mode | undefined
  /** Deltas so far. */
  n: number
  total: number
  lastAt: number
}

/** Where a stream stands: all that the next append has to know, whatever the length of the message. */
export class Head {
  readonly stream: StreamRow
  /** What is on stable storage, and therefore what others may see. */
  kept: Standing
  /** The same as people see it. Undefined where other processes write too: there it is read when it is needed. */
  reply: Reply | undefined
  /** What transactions that are not over yet have added. */
  #pending: Delta[] = []

  constructor(stream: StreamRow, kept: Standing, reply: Reply | undefined) {
    this.stream = stream
    this.kept = kept
    this.reply = reply
  }

  /** As the next writer finds it. */
  get standing(): Standing {
    const last = this.#pending.at(-1)
    if (!last) return this.kept
    return { mode: last.mode, n: this.kept.n + this.#pending.length, total: last.total, lastAt: last.at }
  }

  /** The reply with what is not kept yet; undefined where it has to be read. */
  get whole(): Reply | undefined {
    return (
      this.reply &&
      withChunks(
        this.reply,
        this.#pending.flatMap((delta) => delta.chunks),
      )
    )
  }

  add(tx: Tx, delta: Delta): void {
    this.#pending.push(delta)
    tx.work.onRollback(() => this.#pending.pop())
    tx.work.onCommit(() => this.keep(this.#pending.shift() ?? delta))
  }

  keep({ chunks, mode, total, at }: Delta): void {
    this.kept = { mode, n: this.kept.n + 1, total, lastAt: at }
    if (this.reply) this.reply = withChunks(this.reply, chunks)
  }
}

/** The open streams of a database that no other process writes to, whole. */
const heads = new Remembered<Head>(() => undefined, Infinity)
const complete = new Remembered<true>(() => undefined)

/** A stream's head, for who writes. */
export function findHead(tx: Tx, channel: { team_id: string; id: string }, ts: string): Soon<Head | undefined> {
  if (!tx.memory.sole) return loadHead(tx, channel, ts)
  return heads.in(tx).get(`${channel.team_id}/${channel.id}/${ts}`) ?? recallHead(tx, channel, ts)
}

async function recallHead(tx: Tx, channel: { team_id: string; id: string }, ts: string): Promise<Head | undefined> {
  if (!complete.in(tx).has('')) {
    await recallHeads(tx)
    const known = heads.in(tx).get(`${channel.team_id}/${channel.id}/${ts}`)
    if (known) return known
  }
  const ended = await selectStream(tx, channel, ts).executeTakeFirst()
  return ended && new Head(ended, nothing(ended), undefined)
}

/** A stream that begins in this transaction. */
export function beginHead(tx: Tx, stream: StreamRow): Head {
  const head = new Head(stream, nothing(stream), tx.memory.sole ? emptyReply() : undefined)
  if (tx.memory.sole) {
    heads.in(tx).set(keyOf(stream), head)
    tx.work.onRollback(() => heads.in(tx).delete(keyOf(stream)))
  }
  return head
}

/** A stream that ends in this transaction. */
export function endHead(tx: Tx, { stream }: Head): void {
  const known = heads.in(tx)
  const head = known.get(keyOf(stream))
  if (!head) return
  known.delete(keyOf(stream))
  tx.work.onRollback(() => known.set(keyOf(stream), head))
}

/** A remembered head, for who reads: what it has kept. */
export function keptHead(db: Db, stream: StreamRow): Head | undefined {
  return db.memory.sole ? heads.in(db).get(keyOf(stream)) : undefined
}

/** Reads the open streams back after a start: one walk through the log from where the oldest began. */
export async function recallHeads(db: Db): Promise<void> {
  const open = await db.selectFrom('streams').selectAll().where('ended_at', 'is', null).execute()
  const recalled = new Map<string, Head>()
  for (const stream of open) {
    const key = keyOf(stream)
    if (!heads.in(db).has(key)) recalled.set(key, new Head(stream, nothing(stream), emptyReply()))
  }
  let after = Math.min(...open.map((stream) => stream.begun_after))
  while (recalled.size > 0) {
    const rows = await db.selectFrom('log').selectAll().where('seq', '>', after).orderBy('seq').limit(10_000).execute()
    for (const row of rows) if (row.kind === 'delta') recalled.get(keyOf(row))?.keep(deltaOf(row))
    const last = rows.at(-1)
    if (!last) break
    after = last.seq
  }
  for (const [key, head] of recalled) heads.in(db).set(key, head)
  complete.in(db).set('', true)
}

export async function countOpenStreams(db: Db): Promise<number> {
  const counted = await db
    .selectFrom('streams')
    .select(({ fn }) => fn.countAll<number>().as('streams'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return counted.streams
}

function keyOf(about: { team_id: string; channel_id: string | null; ts: string | null }): string {
  return `${about.team_id}/${about.channel_id}/${about.ts}`
}

function nothing(stream: StreamRow): Standing {
  return { mode: undefined, n: 0, total: 0, lastAt: stream.started_at }
}

async function loadHead(tx: Tx, channel: { team_id: string; id: string }, ts: string): Promise<Head | undefined> {
  // [STR-11] Other processes wait here until this call is committed.
  const stream = await selectStream(tx, channel, ts).forUpdate().executeTakeFirst()
  if (!stream) return undefined
  const last = await deltasOf(tx, stream).selectAll().orderBy('n', 'desc').limit(1).executeTakeFirst()
  if (!last) return new Head(stream, nothing(stream), undefined)
  const { mode, total, at } = deltaOf(last)
  return new Head(stream, { mode, n: last.n ?? 0, total, lastAt: at }, undefined)
}

function selectStream(db: Db, channel: { team_id: string; id: string }, ts: string) {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', ts)
}

function deltaOf(row: Selectable<Tables['log']>): Delta {
  return { chunks: row.body ?? [], mode: row.subject === 'text' ? 'text' : 'chunks', total: row.total ?? 0, at: row.at }
}

/** A stream's deltas as the log has them. */
export function deltasOf(db: Db, stream: { team_id: string; channel_id: string; ts: string; begun_after: number }) {
  return db
    .selectFrom('log')
    .where('team_id', '=', stream.team_id)
    .where('channel_id', '=', stream.channel_id)
    .where('ts', '=', stream.ts)
    .where('n', 'is not', null)
    .where('seq', '>', stream.begun_after)
}

/** Whether a task was streamed. From the newest delta back: who streams tasks mostly does it again and again. */
export async function hasTask(db: Db, stream: StreamRow): Promise<boolean> {
  const found = await deltasOf(db, stream)
    .select('n')
    // In words a quotation mark has a backslash before it.
    .where(sql<boolean>`body like '%"type":"task_update"%'`)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** [STR-6] Why a stream is over by now, though nothing may have said so yet; undefined while it may go on. */
export function timedOut(
  { stream: rules }: Settings,
  stream: StreamRow,
  lastAt: number,
): 'idle' | 'lifetime' | undefined {
  const time = now()
  if (rules.lifetime > 0 && time >= stream.started_at + rules.lifetime) return 'lifetime'
  if (rules.idleTimeout > 0 && time >= lastAt + rules.idleTimeout) return 'idle'
  return undefined
}
