import type { Chunk } from '@rivulet/blocks/chunk'
import { emptyReply, type Reply, withChunks } from '@rivulet/blocks/reply'
import type { Db, Tx } from '#store/db'
import { Remembered } from '#store/cache'
import type { MessageRow } from '#domain/messages/find'
import { settingsOf } from '#domain/settings/settings'
import { deltasOf, type Head, keptHead, type StreamRow, timedOut } from './head.ts'

export interface StreamSoFar {
  stream: StreamRow
  reply: Reply
  /** How many deltas the reply is made of. */
  n: number
  /** `errored`: time has ended it, whether or not that is written down yet. */
  state: 'in_progress' | 'errored'
}

const streams = new Remembered<StreamRow>((entry) =>
  entry.kind === 'deleted' ? `${entry.team_id}/${entry.channel_id}/${entry.ts}` : undefined,
)

/** A stream, open or ended. What is remembered of it never changes: its end is not. */
export async function findStream(
  db: Db,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<StreamRow | undefined> {
  const key = `${channel.team_id}/${channel.id}/${ts}`
  const known = streams.in(db).get(key)
  if (known) return known
  const row = await db
    .selectFrom('streams')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', ts)
    .executeTakeFirst()
  if (row) streams.in(db).set(key, row)
  return row
}

/** What a stream has said so far, whoever may see it. */
export async function replyOf(db: Db, stream: StreamRow): Promise<{ reply: Reply; n: number; lastAt: number }> {
  const head = keptHead(db, stream)
  if (head?.reply) return { reply: head.reply, n: head.kept.n, lastAt: head.kept.lastAt }
  const rows = await deltasOf(db, stream).select(['n', 'at', 'body']).orderBy('n').execute()
  const chunks = rows.flatMap((row): Chunk[] => row.body ?? [])
  const last = rows.at(-1)
  return { reply: withChunks(emptyReply(), chunks), n: last?.n ?? 0, lastAt: last?.at ?? stream.started_at }
}

/** The same for who writes: with what this transaction, or one before it, has added and not kept yet. */
export async function wholeReply(tx: Tx, head: Head): Promise<Reply> {
  return head.whole ?? (await replyOf(tx, head.stream)).reply
}

/** The streams among these messages of one channel that nothing has ended in writing, by ts. */
export async function openStreamsAmong(db: Db, messages: readonly MessageRow[]): Promise<Map<string, StreamSoFar>> {
  const found = new Map<string, StreamSoFar>()
  for (const message of messages) {
    if (message.streaming_state !== 'in_progress') continue
    const stream = await findStream(db, { team_id: message.team_id, id: message.channel_id }, message.ts)
    if (!stream) continue
    const { reply, n, lastAt } = await replyOf(db, stream)
    const over = timedOut(await settingsOf(db), stream, lastAt)
    found.set(message.ts, { stream, reply, n, state: over ? 'errored' : 'in_progress' })
  }
  return found
}

/** The ts of the streams of a channel that nothing has ended in writing. */
export async function openStreamsOf(db: Db, channel: { team_id: string; id: string }): Promise<string[]> {
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
