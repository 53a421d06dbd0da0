import type { Chunk } from '@rivulet/blocks/chunk'
import { emptyReply, taskIds, withChunks } from '@rivulet/blocks/reply'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import { Remembered } from '#store/memory'
import type { Tables } from '#store/tables'
import { now } from '#domain/clock'
import { settingsOf } from '#domain/settings'

export type StreamRow = Selectable<Tables['streams']>
/** How content was given first; the other way is refused from then on [STR-2]. */
export type Mode = 'text' | 'chunks'

/** Where a stream stands: all that the next append has to know, whatever the length of the message. */
export interface Head {
  stream: StreamRow
  mode: Mode | undefined
  /** Deltas so far. */
  n: number
  /** Code points of text so far. */
  total: number
  lastAt: number
  tasks: Set<string> | undefined
}

const heads = new Remembered<Head>(() => undefined, 200_000)

/** An open stream's head. Where no other process writes it is remembered while the stream is open. */
export async function findHead(
  tx: Tx,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<Head | undefined> {
  const key = `${channel.team_id}/${channel.id}/${ts}`
  const known = heads.in(tx).get(key)
  if (known) return known
  const head = await loadHead(tx, channel, ts)
  if (head && head.stream.ended_at === null) rememberHead(tx, head)
  return head
}

/** Call it in the transaction that changes the head; should that fail, the head is read anew. */
export function rememberHead(tx: Tx, head: Head): void {
  if (!tx.memory.sole) return
  const { team_id, channel_id, ts } = head.stream
  const key = `${team_id}/${channel_id}/${ts}`
  heads.in(tx).set(key, head)
  tx.work.onRollback(() => heads.in(tx).delete(key))
}

export function forgetHead(tx: Tx, { team_id, channel_id, ts }: StreamRow): void {
  heads.in(tx).delete(`${team_id}/${channel_id}/${ts}`)
}

async function loadHead(tx: Tx, channel: { team_id: string; id: string }, ts: string): Promise<Head | undefined> {
  let query = tx
    .selectFrom('streams')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', ts)
  // [STR-11] Other processes wait here until this call is committed.
  if (!tx.memory.sole) query = query.forUpdate()
  const stream = await query.executeTakeFirst()
  if (!stream) return undefined
  const last = await deltasOf(tx, stream)
    .select(['n', 'total', 'at', 'subject'])
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    stream,
    mode: last?.subject === 'text' || last?.subject === 'chunks' ? last.subject : undefined,
    n: last?.n ?? 0,
    total: last?.total ?? 0,
    lastAt: last?.at ?? stream.started_at,
    tasks: undefined,
  }
}

export function deltasOf(db: Db, stream: { team_id: string; channel_id: string; ts: string }) {
  return db
    .selectFrom('log')
    .where('team_id', '=', stream.team_id)
    .where('channel_id', '=', stream.channel_id)
    .where('ts', '=', stream.ts)
    .where('n', 'is not', null)
}

/** The ids of the tasks so far. */
export async function tasksOf(db: Db, head: Head): Promise<Set<string>> {
  if (head.tasks) return head.tasks
  const rows = await deltasOf(db, head.stream).select('body').orderBy('n').execute()
  const chunks = rows.flatMap((row): Chunk[] => row.body ?? [])
  head.tasks = new Set(taskIds(withChunks(emptyReply(), chunks)))
  return head.tasks
}

/** [STR-6] Why a stream is over by now, though nothing may have said so yet; undefined while it may go on. */
export async function timedOut(db: Db, stream: StreamRow, lastAt: number): Promise<'idle' | 'lifetime' | undefined> {
  const { stream: rules } = await settingsOf(db)
  const time = now()
  if (rules.lifetime > 0 && time >= stream.started_at + rules.lifetime) return 'lifetime'
  if (rules.idleTimeout > 0 && time >= lastAt + rules.idleTimeout) return 'idle'
  return undefined
}
