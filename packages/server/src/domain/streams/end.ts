import type { Block } from '@rivulet/blocks/block'
import { withBlockIds } from '@rivulet/blocks/blockIds'
import type { Chunk } from '@rivulet/blocks/chunk'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { blocksOf, markdownOf, type Reply, withChunks } from '@rivulet/blocks/reply'
import type { Db, Store, Tx } from '#store/db'
import { now } from '#domain/clock'
import { newBlockId } from '#domain/ids'
import { entry } from '#domain/log/entry'
import type { MessageRow } from '#domain/messages/find'
import { settingsOf } from '#domain/settings/settings'
import { endHead, findHead, type Head, keptHead, type StreamRow, timedOut } from './head.ts'
import { wholeReply } from './read.ts'

export interface Ending {
  by: 'app' | 'reader' | 'idle' | 'lifetime'
  /** Last words, checked by `checkGrowth`. */
  chunks?: readonly Chunk[]
  blocks?: readonly Block[]
  metadata?: object | undefined
}

/** Ends a stream: its deltas fold into the message, which from then on is one like any other. */
export async function endStream(tx: Tx, head: Head, ending: Ending): Promise<MessageRow> {
  const { stream } = head
  const reply = withChunks(await wholeReply(tx, head), ending.chunks ?? [])
  const blocks = withBlockIds(
    [...blocksOf(await settled(tx, reply), { display: stream.display, open: false }), ...(ending.blocks ?? [])],
    newBlockId,
  )
  const ofStream = { team_id: stream.team_id, channel_id: stream.channel_id, ts: stream.ts }
  await tx
    .updateTable('streams')
    .set({ ended_at: now(), ended_by: ending.by })
    .where(({ eb, and }) =>
      and([
        eb('team_id', '=', ofStream.team_id),
        eb('channel_id', '=', ofStream.channel_id),
        eb('ts', '=', ofStream.ts),
      ]),
    )
    .execute()
  const message = await tx
    .updateTable('messages')
    .set({
      blocks,
      text: mrkdwnFromBlocks(blocks),
      markdown: markdownOf(reply),
      streaming_state: ending.by === 'idle' || ending.by === 'lifetime' ? 'errored' : 'completed',
      ...(ending.metadata ? { metadata: ending.metadata } : {}),
    })
    .where(({ eb, and }) =>
      and([
        eb('team_id', '=', ofStream.team_id),
        eb('channel_id', '=', ofStream.channel_id),
        eb('ts', '=', ofStream.ts),
      ]),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  endHead(tx, head)
  tx.work.log(
    entry('message', stream.team_id, {
      channelId: stream.channel_id,
      ts: stream.ts,
      subject: message.user_id,
      change: { type: 'ended' },
    }),
  )
  return message
}

/** [STR-7] Unfinished tasks stay as they are, or become errors where that is set. */
async function settled(tx: Tx, reply: Reply): Promise<Reply> {
  const { stream } = await settingsOf(tx)
  if (stream.unfinishedTasks === 'keep') return reply
  const parts = reply.parts.map((part) =>
    part.type === 'task' && part.status !== 'complete' ? { ...part, status: 'error' as const } : part,
  )
  return { ...reply, parts }
}

/**
 * Writes down what time has already decided, each end in a transaction of its own: who waits for one stream does not
 * wait for the others, nor do streams that go on. Answers how many.
 */
export async function endTimedOut(store: Store, stopped?: AbortSignal): Promise<number> {
  let ended = 0
  for (const stream of await overdue(store.db)) {
    if (stopped?.aborted) break
    if (await store.write((tx) => endIfOver(tx, stream))) ended++
  }
  return ended
}

/** Streams that may be over: found without holding anybody up, so something may be added to them meanwhile. */
async function overdue(db: Db): Promise<StreamRow[]> {
  const settings = await settingsOf(db)
  const open = db.selectFrom('streams').selectAll().where('ended_at', 'is', null)
  if (db.memory.sole) {
    // After a start their heads are not known yet: whoever ends the first finds them all.
    return (await open.execute()).filter((stream) => timedOut(settings, stream, keptHead(db, stream)?.kept.lastAt ?? 0))
  }
  const rows = await open
    .select(({ selectFrom }) =>
      selectFrom('log')
        .select('log.at')
        .whereRef('log.team_id', '=', 'streams.team_id')
        .whereRef('log.channel_id', '=', 'streams.channel_id')
        .whereRef('log.ts', '=', 'streams.ts')
        .where('log.n', 'is not', null)
        .orderBy('log.n', 'desc')
        .limit(1)
        .as('last_at'),
    )
    .execute()
  return rows.filter((stream) => timedOut(settings, stream, stream.last_at ?? stream.started_at))
}

async function endIfOver(tx: Tx, { team_id, channel_id: id, ts }: StreamRow): Promise<boolean> {
  const head = await findHead(tx, { team_id, id }, ts)
  if (!head || head.stream.ended_at !== null) return false
  const reason = timedOut(await settingsOf(tx), head.stream, head.standing.lastAt)
  if (reason) await endStream(tx, head, { by: reason })
  return reason !== undefined
}
