import type { Block } from '@rivulet/blocks/types'
import { checkBlocks } from '@rivulet/blocks/check'
import type { FollowedEntry } from '#store/news'
import type { SeenMessage } from './sight.ts'

/** How an app streamed a message. */
export interface Stream {
  /** As the Web API says it. */
  state: 'in_progress' | 'completed' | 'errored'
  /** Who has ended it: the app, a reader who pressed Stop, or time. Known of what `replies` returns. */
  endedBy: 'app' | 'reader' | 'idle' | 'lifetime' | 'error' | undefined
  /** Everything that was streamed as text, Markdown. */
  markdown: string
  /** What each call added, in order, the text that came with the end included. Tasks, plans and blocks are chunks without text. */
  appends: { text: string; chunks: readonly object[] }[]
}

/** A message as it was when it was read. */
export interface Message {
  channel: string
  ts: string
  /** The root of its thread, unless it is in none. */
  threadTs: string | undefined
  /** The user who wrote it; for an app its bot user. */
  user: string
  /** In mrkdwn, as the Web API returns it. */
  text: string
  blocks: Block[]
  /** Of a message that was streamed. */
  stream: Stream | undefined
  /** The only person who sees it. */
  ephemeralFor: string | undefined
  reactions: { name: string; users: string[] }[]
  files: { id: string; name?: string | undefined }[]
  /** The message object of the Web API. */
  object: SeenMessage
}

export function toMessage(object: SeenMessage, entries: readonly FollowedEntry[]): Message {
  const { channel, ts, thread_ts: threadTs, user, text, streaming_state: state, ephemeralFor } = object
  return {
    channel,
    ts,
    threadTs,
    user,
    text,
    blocks: blocksOf(object),
    stream: state && streamOf(object, state, entries),
    ephemeralFor,
    reactions: object.reactions?.map(({ name, users }) => ({ name, users })) ?? [],
    files: object.files?.map(({ id, name }) => ({ id, name })) ?? [],
    object,
  }
}

function streamOf(
  { channel, ts, streamEndedBy: endedBy, markdown_text: whole }: SeenMessage,
  state: Stream['state'],
  entries: readonly FollowedEntry[],
): Stream {
  const appends = entries
    .filter((entry) => entry.kind === 'delta' && entry.channel_id === channel && entry.ts === ts)
    .map(({ body }) => ({
      text: (body ?? []).map((chunk) => (chunk.type === 'markdown_text' ? chunk.text : '')).join(''),
      chunks: body ?? [],
    }))
  const appended = appends.map(({ text }) => text).join('')
  // What comes with the end is in the message, and not in the log of what was appended.
  if (endedBy !== 'app' || whole === undefined || !whole.startsWith(appended))
    return { state, endedBy, appends, markdown: appended }
  const rest = whole.slice(appended.length)
  return { state, endedBy, appends: rest === '' ? appends : [...appends, { text: rest, chunks: [] }], markdown: whole }
}

/** The blocks of a message and of its attachments. */
function blocksOf({ blocks, attachments = [] }: SeenMessage): Block[] {
  const attached = attachments.flatMap(({ blocks: inner }): unknown[] => (Array.isArray(inner) ? inner : []))
  return [blocks, attached].flatMap((list) => {
    const checked = checkBlocks(list, '')
    return checked.ok ? checked.value : []
  })
}
