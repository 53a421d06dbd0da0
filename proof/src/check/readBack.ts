import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type StoredState, streamKey } from './check.ts'
import type { Client } from '#load/client'
import { field, listField, textField } from '#load/untypedFields'
import type { StreamRecord } from './ledger.ts'
import type { WriteTarget } from '#load/workspace'

const maxTries = 40

/** Reads the threads of these streams and targets as an app does, with conversations.replies. */
export async function readByApi(
  client: Client,
  streams: StreamRecord[],
  targets: Iterable<WriteTarget>,
): Promise<StoredState> {
  const found: StoredState = { streams: new Map(), posts: new Map() }
  for (const stream of streams) {
    const replies = await readReplies(client, stream.target.channel, stream.root)
    const message = replies.find((reply) => field(reply, 'ts') === stream.ts)
    if (!message) continue
    const source = field(message, 'markdown_text')
    const state = textField(message, 'streaming_state')
    found.streams.set(streamKey(stream), { text: typeof source === 'string' ? source : '', state })
  }
  for (const { channel, root } of targets) {
    const replies = await readReplies(client, channel, root)
    const posts = replies.map((reply) => ({ ts: textField(reply, 'ts'), text: textField(reply, 'text') }))
    found.posts.set(channel, posts)
  }
  return found
}

async function readReplies(client: Client, channel: string, root: string): Promise<unknown[]> {
  const replies: unknown[] = []
  let cursor = ''
  do {
    const answer = await callWhenReady(client, 'conversations.replies', { channel, ts: root, limit: '1000', cursor })
    // Every page begins with the root.
    replies.push(...listField(answer, 'messages').filter((message) => field(message, 'ts') !== root))
    const next = field(field(answer, 'response_metadata'), 'next_cursor')
    cursor = typeof next === 'string' ? next : ''
  } while (cursor !== '')
  return replies
}

/** Reads the same from a database file without a server, after an integrity check by SQLite. */
export function readBySql(file: string, targets: Iterable<WriteTarget>): { integrity: string; found: StoredState } {
  const db = new DatabaseSync(file)
  try {
    const integrity = textField(db.prepare('PRAGMA integrity_check').get(), 'integrity_check')
    return { integrity, found: readDatabase(db, targets) }
  } finally {
    db.close()
  }
}

function readDatabase(db: DatabaseSync, targets: Iterable<WriteTarget>): StoredState {
  const found: StoredState = { streams: new Map(), posts: new Map() }
  const messages = db.prepare(
    'SELECT channel_id, ts, markdown, streaming_state FROM messages WHERE streaming_state IS NOT NULL',
  )
  for (const row of messages.iterate()) {
    const stream = { target: { channel: textField(row, 'channel_id') }, ts: textField(row, 'ts') }
    const { markdown } = row
    found.streams.set(streamKey(stream), {
      text: typeof markdown === 'string' ? markdown : '',
      state: textField(row, 'streaming_state'),
    })
  }

  const deltas = db.prepare("SELECT channel_id, ts, n, body FROM log WHERE kind = 'delta' ORDER BY channel_id, ts, n")
  for (const row of deltas.iterate()) {
    const stream = found.streams.get(
      streamKey({ target: { channel: textField(row, 'channel_id') }, ts: textField(row, 'ts') }),
    )
    // The message of a stream that has ended holds its whole text.
    if (stream?.state === 'in_progress') stream.text += readDeltaText(textField(row, 'body'))
  }

  const posts = db.prepare('SELECT ts, text FROM messages WHERE channel_id = ? AND thread_ts = ? ORDER BY ts')
  for (const { channel, root } of targets) {
    const rows = posts.all(channel, root)
    const list = rows.map((row) => ({ ts: textField(row, 'ts'), text: textField(row, 'text') }))
    found.posts.set(channel, list)
  }
  return found
}

function readDeltaText(body: string): string {
  const chunks: unknown = JSON.parse(body)
  if (!Array.isArray(chunks)) throw new Error(`a delta contains ${body}`)
  return chunks.map((chunk) => textField(chunk, 'text')).join('')
}

/** A server on a busy machine may lose sight of its database for a moment, and says so. */
async function callWhenReady(client: Client, method: string, args: Record<string, string>): Promise<unknown> {
  for (let tries = 1; tries < maxTries; tries++) {
    const answer = await client.call(method, args)
    if (answer?.ok) return answer.body
    if (answer?.error !== 'service_unavailable') break
    await sleep(500)
  }
  return client.callOrThrow(method, args)
}
