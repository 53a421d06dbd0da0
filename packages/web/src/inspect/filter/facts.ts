import type { JournalEntry } from 'rivulet/journal'
import { errorIn } from 'rivulet/journalError'

/** Who and what an entry is about, wherever its kind has that. */
export interface Facts {
  team: string | undefined
  app: string | undefined
  /** The person who acted, or whom it is about; of a call whoever the token belongs to. */
  user: string | undefined
  channel: string | undefined
  /** The message that was made or is named, and the root of its thread. */
  ts: string | undefined
  threadTs: string | undefined
  /** A method, the type of an event or interaction, what a person did. */
  what: string
  /** What went wrong, as a word. */
  error: string | undefined
}

const known = new WeakMap<JournalEntry, Facts>()

export function factsOf(entry: JournalEntry): Facts {
  let facts = known.get(entry)
  if (!facts) known.set(entry, (facts = readFacts(entry)))
  return facts
}

function readFacts(entry: JournalEntry): Facts {
  const { team } = entry
  const error = errorIn(entry)
  switch (entry.kind) {
    case 'call': {
      const { args, answer } = entry
      return {
        team,
        app: entry.app,
        user: entry.user,
        channel: text(answer, 'channel') ?? text(args, 'channel') ?? text(args, 'channel_id'),
        ts: text(answer, 'ts') ?? text(args, 'ts') ?? text(args, 'message_ts'),
        threadTs: text(args, 'thread_ts'),
        what: entry.method,
        error,
      }
    }
    case 'delivery': {
      const { event } = entry
      const item = inner(event, 'item')
      const message = inner(event, 'message')
      return {
        team,
        app: entry.app,
        user: text(event, 'user') ?? text(message, 'user'),
        channel: entry.channel || text(event, 'channel') || text(item, 'channel'),
        ts: text(event, 'ts') ?? text(message, 'ts') ?? text(item, 'ts'),
        threadTs: text(event, 'thread_ts') ?? text(inner(event, 'assistant_thread'), 'thread_ts'),
        what: text(event, 'type') ?? '',
        error,
      }
    }
    case 'interaction': {
      const { payload } = entry
      const container = inner(payload, 'container')
      return {
        team,
        app: entry.app,
        user: entry.user,
        channel: text(inner(payload, 'channel'), 'id') ?? text(payload, 'channel_id') ?? text(container, 'channel_id'),
        ts: text(container, 'message_ts') ?? text(inner(payload, 'message'), 'ts'),
        threadTs: text(container, 'thread_ts') ?? text(payload, 'thread_ts'),
        what: entry.type,
        error,
      }
    }
    case 'act':
      return {
        team,
        app: text(entry.detail, 'app') ?? text(entry.detail, 'app_id'),
        user: entry.user,
        channel: entry.channel,
        ts: entry.ts,
        threadTs: text(entry.detail, 'thread_ts'),
        what: entry.act,
        error,
      }
  }
}

export type Fields = Readonly<Record<string, unknown>>

/** A field that is a text, and not an empty one. */
export function text(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A field that is an object; without any fields if it is not. */
export function inner(fields: Fields, name: string): Fields {
  const value = fields[name]
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
