import type { Block } from '@rivulet/blocks/block'
import { withBlockIds } from '@rivulet/blocks/blockIds'
import type { Chunk } from '@rivulet/blocks/chunk'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { blocksOf, markdownOf, type Reply, withChunks } from '@rivulet/blocks/reply'
import type { Tx } from '#store/db'
import { now } from '#domain/clock'
import { newBlockId } from '#domain/ids'
import { entry } from '#domain/log'
import type { MessageRow } from '#domain/messages/find'
import { settingsOf } from '#domain/settings'
import { endHead, findHead, type Head, timedOut } from './head.ts'
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

/** [STR-7] Unfinished tasks stay as they are; the profile `slack` turns them into errors. */
async function settled(tx: Tx, reply: Reply): Promise<Reply> {
  const { profile } = await settingsOf(tx)
  if (profile !== 'slack') return reply
  const parts = reply.parts.map((part) =>
    part.type === 'task' && part.status !== 'complete' ? { ...part, status: 'error' as const } : part,
  )
  return { ...reply, parts }
}

/** Writes down what time has already decided, a few streams in a go. Answers how many. */
export async function endTimedOut(tx: Tx): Promise<number> {
  const open = await tx.selectFrom('streams').selectAll().where('ended_at', 'is', null).execute()
  let ended = 0
  for (const stream of open) {
    const head = await findHead(tx, { team_id: stream.team_id, id: stream.channel_id }, stream.ts)
    const reason = head && timedOut(await settingsOf(tx), head.stream, head.standing.lastAt)
    if (!reason) continue
    await endStream(tx, head, { by: reason })
    if (++ended === 100) break
  }
  return ended
}
