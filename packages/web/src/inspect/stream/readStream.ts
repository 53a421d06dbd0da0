import { appendChunks, emptyReply, type ReplyDisplay, type StreamedReply } from '@rivulet/blocks/streamedReply'
import type { Block, Chunk } from '@rivulet/blocks/types'
import type { ActEntry, CallEntry, JournalEntry } from 'rivulet/journal'
import { factsOf, text } from '#inspect/filter/facts.ts'
import { groupKey, streamOf } from '#inspect/journal/groups.ts'
import { isEntry, type EntryItem, type Item } from '#inspect/journal/item.ts'
import { readChunks } from './readChunks.ts'

/** One call of a stream, and the message as it stood after it. */
export interface Step {
  n: number
  call: CallEntry
  /** When it had arrived, and when it was answered, in Unix milliseconds. */
  from: number
  to: number
  /** How many characters it added. */
  characters: number
  reply: StreamedReply
  /** What chat.stopStream put below. */
  blocks: readonly Block[]
  /** The journal has cut what it said, so the message lacks it. */
  isCut: boolean
}

/** Something that an app showed in the thread while it worked, or its refusal. */
export interface StatusSpan {
  from: number
  /** Undefined while it lasts. */
  to: number | undefined
  text: string
}

export interface ReadStream {
  team: string
  channel: string
  ts: string
  threadTs: string | undefined
  app: string | undefined
  display: ReplyDisplay
  steps: readonly Step[]
  /** Calls that were refused. */
  refused: readonly { n: number; call: CallEntry; at: number }[]
  statuses: readonly StatusSpan[]
  /** When readers pressed Stop. */
  stops: readonly { n: number; act: ActEntry }[]
  end: { at: number; by: 'app' | 'reader' | 'server' } | undefined
  /** The beginning has left the journal. */
  lacksStart: boolean
}

/** As long a status lasts that nothing ends. */
const statusMs = 120_000

/** Reads what the journal has of the stream that an item belongs to. */
export function readStream(items: readonly Item[], of: EntryItem): ReadStream | undefined {
  const key = groupKey(of)
  const place = streamOf(of.entry)
  if (key === undefined || !place) return undefined
  const calls = items.filter(
    (item): item is EntryItem & { entry: CallEntry } => isEntry(item) && groupKey(item) === key,
  )
  const started = calls.find(({ entry }) => entry.method === 'chat.startStream' && entry.ok)?.entry
  const threadTs = started && text(started.args, 'thread_ts')
  const steps = readSteps(calls)
  const refused = calls.filter(({ entry }) => !entry.ok).map(({ n, entry }) => ({ n, call: entry, at: entry.at }))
  const stops = items
    .filter(isEntry)
    .flatMap(({ n, life, entry }) => (life === of.life && isStopOf(entry, place, threadTs) ? [{ n, act: entry }] : []))
  const app = started?.app ?? calls[0]?.entry.app
  return {
    ...place,
    threadTs,
    app,
    display: started?.args['task_display_mode'] === 'plan' ? 'plan' : 'timeline',
    steps,
    refused,
    stops,
    statuses: threadTs === undefined ? [] : readStatuses(items, of.life, { ...place, threadTs, app }),
    end: endOf(calls, refused, stops),
    lacksStart: started === undefined,
  }
}

function readSteps(calls: readonly { n: number; entry: CallEntry }[]): Step[] {
  let reply = emptyReply()
  return calls
    .filter(({ entry }) => entry.ok)
    .map(({ n, entry }) => {
      const { chunks, blocks, isCut } = readChunks(entry.args)
      reply = appendChunks(reply, chunks)
      const characters = chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0)
      return { n, call: entry, from: entry.at - entry.took_ms, to: entry.at, characters, reply, blocks, isCut }
    })
}

function lengthOf(chunk: Chunk): number {
  switch (chunk.type) {
    case 'markdown_text':
      return chunk.text.length
    case 'task_update':
      return (chunk.title ?? '').length + (chunk.details ?? '').length + (chunk.output ?? '').length
    case 'plan_update':
      return chunk.title.length
    case 'blocks':
      return JSON.stringify(chunk.blocks).length
  }
}

function isStopOf(
  entry: JournalEntry,
  { team, channel, ts }: { team: string; channel: string; ts: string },
  threadTs: string | undefined,
): entry is ActEntry {
  if (entry.kind !== 'act' || entry.act !== 'stops' || entry.team !== team || entry.channel !== channel) return false
  return entry.ts === ts || entry.ts === threadTs
}

/** Statuses of the app in the thread: each until the next one, until the app writes there, or until its time is over. */
function readStatuses(
  items: readonly Item[],
  life: number,
  { channel, ts, threadTs, app }: { channel: string; ts: string; threadTs: string; app: string | undefined },
): StatusSpan[] {
  const spans: StatusSpan[] = []
  for (const item of items) {
    if (!isEntry(item) || item.life !== life) continue
    const { entry } = item
    if (entry.kind !== 'call' || !entry.ok || entry.app !== app) continue
    const facts = factsOf(entry)
    const isOwn = entry.method === 'chat.stopStream' && facts.ts === ts
    if (facts.channel !== channel || (facts.threadTs !== threadTs && !isOwn)) continue
    const isStatus = entry.method === 'assistant.threads.setStatus'
    if (!isStatus && !/^chat\.(postMessage|startStream|stopStream)$/.test(entry.method)) continue
    const last = spans.at(-1)
    if (last && last.to === undefined) last.to = Math.min(entry.at, last.from + statusMs)
    const status = isStatus ? text(entry.args, 'status') : undefined
    if (status !== undefined) spans.push({ from: entry.at, to: undefined, text: status })
  }
  return spans
}

function endOf(
  calls: readonly { entry: CallEntry }[],
  refused: ReadStream['refused'],
  stops: ReadStream['stops'],
): ReadStream['end'] {
  const [stop] = stops
  const stopped = calls.find(({ entry }) => entry.method === 'chat.stopStream' && entry.ok)?.entry
  if (stop && (!stopped || stop.act.at < stopped.at)) return { at: stop.act.at, by: 'reader' }
  if (stopped) return { at: stopped.at, by: 'app' }
  const told = refused.find(({ call }) => call.error === 'stopped_by_user')
  if (told) return { at: told.at, by: 'reader' }
  const late = refused.find(({ call }) => call.error === 'message_not_in_streaming_state')
  return late && { at: late.at, by: 'server' }
}
