import type { Block, Chunk } from '@rivulet/blocks/types'
import { assignIds } from '@rivulet/blocks/elements'
import { expandMarkdown } from '@rivulet/blocks/expandMarkdown'
import { blocksFromReplyInSteps } from '@rivulet/blocks/replyBlocks'
import { appendChunks, markdownFromReply, type StreamedReply } from '@rivulet/blocks/streamedReply'
import { CacheRegion } from '#store/cache'
import { type Db, type Tx, WorkFirst } from '#store/db'
import { newBlockId } from '#domain/ids'
import { textOfBlocks } from '#domain/messages/textOfBlocks'
import { Pace } from '#domain/pace'
import { getSettings } from '#domain/settings/settings'
import { contentSize } from './content.ts'
import type { StreamHead, StreamRow } from './head.ts'
import { readReply, readWholeReply } from './read.ts'
import { logEntry } from '#domain/log/entry'
import type { MessageRow } from '#domain/messages/find'
import { recordActivity } from '#domain/activity/record'
import { indexMessage, termsOfMessage } from '#domain/search/indexTexts'
import { removeHead } from './openHeads.ts'

export interface StreamEnd {
  /** `error`: an injected fault. */
  by: 'app' | 'reader' | 'idle' | 'lifetime' | 'error'
  /** Final content, already checked by `checkAppend`. */
  chunks?: readonly Chunk[]
  blocks?: readonly Block[]
  metadata?: object | undefined
}

/** Ends a stream. Its deltas become the content of the message, which is like any other from then on. */
export async function endStream(tx: Tx, head: StreamHead, ending: StreamEnd): Promise<MessageRow> {
  const { stream } = head
  const ofStream = { team_id: stream.team_id, channel_id: stream.channel_id, ts: stream.ts }
  await tx.send(
    tx
      .updateTable('streams')
      .set({ ended_at: tx.clock.now(), ended_by: ending.by })
      .where(({ and }) => and(ofStream)),
  )
  // Two updates: to return the content, too, would take as long as to write it.
  const ended = await tx
    .updateTable('messages')
    .set({ streaming_state: ending.by === 'app' || ending.by === 'reader' ? 'completed' : 'errored' })
    .where(({ and }) => and(ofStream))
    .returningAll()
    .executeTakeFirstOrThrow()
  const { terms, ...finished } = await finishReply(tx, head, ended, ending)
  const content = { ...finished, ...(ending.metadata ? { metadata: ending.metadata } : {}) }
  await tx.send(
    tx
      .updateTable('messages')
      .set(content)
      .where(({ and }) => and(ofStream)),
  )
  const message: MessageRow = { ...ended, ...content }
  await indexMessage(tx, message, terms)
  await recordActivity(tx, message, { hasEnded: true })
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

/** What comes last. */
interface LastContent {
  chunks?: readonly Chunk[]
  blocks?: readonly Block[]
}

/** The content of a message whose stream has ended, and what the index holds of it. */
interface FinishedContent {
  blocks: Block[]
  text: string
  markdown: string
  terms: string
}

/** Up to this length, a reply is finished in the transaction that ends its stream, which takes a few milliseconds. */
const maxInTransaction = 20_000

/** How long such content is kept, milliseconds. */
const preparedForMs = 10 * 60_000

/** Content that was made outside of the transaction which ends the stream, and what it was made of. */
const prepared = new CacheRegion<{ n: number; last: string; content: FinishedContent; at: number }>(() => undefined)

/**
 * Makes the content of the finished message. That of a long reply is made before the transaction, and must be made again if
 * something was appended meanwhile.
 */
async function finishReply(
  tx: Tx,
  head: StreamHead,
  { user_id: author }: MessageRow,
  last: LastContent,
): Promise<FinishedContent> {
  const { stream, position } = head
  if (position.total + contentSize(last.chunks ?? []) <= maxInTransaction)
    return contentOf(tx, stream, author, await readWholeReply(tx, head), last)
  const known = prepared.valuesIn(tx).get(keyOf(stream))
  if (known?.n !== position.n || known.last !== jsonOf(last))
    // [STR-11] Appends have the same key.
    throw new WorkFirst(`${stream.channel_id}/${stream.ts}`, (db) => prepare(db, stream, author, last))
  tx.work.onCommit(() => prepared.valuesIn(tx).delete(keyOf(stream)))
  return known.content
}

async function prepare(db: Db, stream: StreamRow, author: string, last: LastContent): Promise<void> {
  const { clearings } = db.cache
  const { reply, n } = await readReply(db, stream)
  const content = await contentOf(db, stream, author, reply, last)
  if (clearings !== db.cache.clearings) return // what it was made of may have been lost, so it is asked for again
  const all = prepared.valuesIn(db)
  all.delete(keyOf(stream))
  all.set(keyOf(stream), { n, last: jsonOf(last), content, at: performance.now() })
  // Nobody takes that of a stream which somebody else has ended meanwhile.
  for (const [key, { at }] of all) {
    if (at > performance.now() - preparedForMs) break
    all.delete(key)
  }
}

async function contentOf(
  db: Db,
  stream: StreamRow,
  author: string,
  before: StreamedReply,
  last: LastContent,
): Promise<FinishedContent> {
  const pace = new Pace()
  const reply = appendChunks(before, last.chunks ?? [])
  const steps = blocksFromReplyInSteps(await settleTasks(db, reply), { display: stream.display, open: false })
  const streamed = await pace.run(steps)
  await pace.next()
  const blocks = assignIds(expandMarkdown([...streamed, ...(last.blocks ?? [])]), newBlockId)
  await pace.next()
  const text = await textOfBlocks(db, stream.team_id, blocks, pace)
  const message = { ...stream, user_id: author, text, blocks, attachments: null }
  const terms = await termsOfMessage(db, message, pace, { isTextOfBlocks: true })
  return { blocks, text, markdown: markdownFromReply(reply), terms }
}

/** [STR-7] Unfinished tasks stay as they are, or become errors if the settings say so. */
async function settleTasks(db: Db, reply: StreamedReply): Promise<StreamedReply> {
  const { stream } = await getSettings(db)
  if (stream.unfinishedTasks === 'keep') return reply
  const parts = reply.parts.map((part) =>
    part.type === 'task' && part.status !== 'complete' ? { ...part, status: 'error' as const } : part,
  )
  return { ...reply, parts }
}

function keyOf({ team_id, channel_id, ts }: StreamRow): string {
  return `${team_id}/${channel_id}/${ts}`
}

function jsonOf({ chunks = [], blocks = [] }: LastContent): string {
  return JSON.stringify([chunks, blocks])
}
