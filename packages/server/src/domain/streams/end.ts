import type { Block, Chunk } from '@rivulet/blocks/types'
import { assignIds } from '@rivulet/blocks/elements'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { appendChunks, blocksFromReply, markdownFromReply, type StreamedReply } from '@rivulet/blocks/streamedReply'
import type { Tx } from '#store/db'
import { newBlockId } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import type { MessageRow } from '#domain/messages/find'
import { getSettings } from '#domain/settings/settings'
import { removeHead } from './openHeads.ts'
import type { StreamHead } from './head.ts'
import { readWholeReply } from './read.ts'

export interface StreamEnd {
  by: 'app' | 'reader' | 'idle' | 'lifetime'
  /** Final content, already checked by `checkAppend`. */
  chunks?: readonly Chunk[]
  blocks?: readonly Block[]
  metadata?: object | undefined
}

/** Ends a stream. Its deltas become the content of the message, which is like any other from then on. */
export async function endStream(tx: Tx, head: StreamHead, ending: StreamEnd): Promise<MessageRow> {
  const { stream } = head
  const reply = appendChunks(await readWholeReply(tx, head), ending.chunks ?? [])
  const blocks = assignIds(
    [
      ...blocksFromReply(await settleTasks(tx, reply), { display: stream.display, open: false }),
      ...(ending.blocks ?? []),
    ],
    newBlockId,
  )
  await tx
    .updateTable('streams')
    .set({ ended_at: tx.clock.now(), ended_by: ending.by })
    .where(({ eb, and }) =>
      and([eb('team_id', '=', stream.team_id), eb('channel_id', '=', stream.channel_id), eb('ts', '=', stream.ts)]),
    )
    .execute()
  const message = await tx
    .updateTable('messages')
    .set({
      blocks,
      text: mrkdwnFromBlocks(blocks),
      markdown: markdownFromReply(reply),
      streaming_state: ending.by === 'idle' || ending.by === 'lifetime' ? 'errored' : 'completed',
      ...(ending.metadata ? { metadata: ending.metadata } : {}),
    })
    .where(({ eb, and }) =>
      and([eb('team_id', '=', stream.team_id), eb('channel_id', '=', stream.channel_id), eb('ts', '=', stream.ts)]),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  removeHead(tx, head)
  tx.work.log(
    logEntry('message', stream.team_id, {
      channelId: stream.channel_id,
      ts: stream.ts,
      subject: message.user_id,
      change: { type: 'ended' },
    }),
  )
  return message
}

/** [STR-7] Unfinished tasks stay as they are, or become errors if the settings say so. */
async function settleTasks(tx: Tx, reply: StreamedReply): Promise<StreamedReply> {
  const { stream } = await getSettings(tx)
  if (stream.unfinishedTasks === 'keep') return reply
  const parts = reply.parts.map((part) =>
    part.type === 'task' && part.status !== 'complete' ? { ...part, status: 'error' as const } : part,
  )
  return { ...reply, parts }
}
