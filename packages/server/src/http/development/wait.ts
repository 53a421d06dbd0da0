import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { shortId, textUpTo } from '#rpc/args/values'
import type { Bus } from '#bus/bus'
import { listTeamIds } from '#domain/access/teams'
import { findMessage } from '#domain/messages/find'
import { parseDuration } from '#domain/settings/duration'
import { toMessageObjects } from '#objects/message'
import type { MessageObject } from '#objects/messageSchema'
import type { Db, Store } from '#store/db'
import { durationText } from './durationText.ts'
import type { Journal } from '#http/development/journal/journal'
import type { JournalEntry } from '#http/development/journal/journalEntry'

/** What is waited for by a field. All others are of every kind. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  thread_ts: ['message'],
  text: ['message'],
  state: ['message'],
  user: ['message', 'interaction', 'act'],
  method: ['call'],
  ok: ['call'],
  error: ['call'],
  app: ['call', 'delivery', 'interaction'],
  event: ['delivery', 'interaction', 'act'],
  outcome: ['delivery'],
}

const fields = z.strictObject({
  kind: z.enum(['message', 'call', 'delivery', 'interaction', 'act']).default('message'),
  /** Only what comes after this number: of the team's log for messages, of the journal for everything else. */
  after: z.coerce.number().int().min(0).default(0),
  timeout: durationText.default('5s'),
  team: shortId.optional(),
  channel: shortId.optional(),
  thread_ts: shortId.optional(),
  user: shortId.optional(),
  text: textUpTo(maxLength.text).optional().describe('Text that the message contains.'),
  state: z.enum(['in_progress', 'completed', 'errored']).optional(),
  method: shortId.optional(),
  app: shortId.optional(),
  event: shortId.optional().describe('The type of the delivered event, or of the interaction; the act of a person.'),
  outcome: z
    .enum([
      'sent',
      'acknowledged',
      'timeout',
      'http_timeout',
      'too_many_redirects',
      'connection_failed',
      'ssl_error',
      'http_error',
      'unknown_error',
      'given_up',
      'switched_off',
    ])
    .optional(),
  ok: z.enum(['true', 'false']).optional(),
  error: shortId.optional(),
})
export const waitQuery = fields.superRefine((query, { addIssue }) => {
  for (const field of Object.keys(query)) {
    const kinds = kindsOf[field]
    if (kinds && !kinds.includes(query.kind))
      addIssue({
        code: 'custom',
        path: [field],
        message: `is not of the kind ${query.kind}, but of ${kinds.join(', ')}`,
      })
  }
})
type WaitQuery = z.output<typeof waitQuery>

/** Where to look for what a test waits for. */
export interface Sources {
  store: Store
  bus: Bus
  journal: Journal
  /** Aborted when the server goes down. */
  shutdown: AbortSignal
}

/** A message, with its number in the team's log. */
interface FoundMessage {
  seq: number
  at: number
  channel: string | null
  message: MessageObject
}

/**
 * Waits for the first message or journal entry that matches, and returns at once if there is one already. Undefined
 * after the timeout, or when the server goes down.
 */
export async function waitFor(
  { store, bus, journal, shutdown }: Sources,
  query: WaitQuery,
): Promise<JournalEntry | FoundMessage | undefined> {
  const teams = query.team === undefined ? await listTeamIds(store.db) : [query.team]
  /** What has been looked at need not be looked at again. */
  let after = query.after
  const deadline = Date.now() + Math.min(parseDuration(query.timeout) ?? 0, 60_000)
  for (;;) {
    const changed = Promise.withResolvers<void>()
    const wake = () => changed.resolve()
    const unsubscribes = [...teams.map((team) => bus.follow(team, wake)), journal.listen(wake)]
    shutdown.addEventListener('abort', wake)
    const timer = setTimeout(changed.resolve, Math.max(deadline - Date.now(), 0))
    try {
      const { kind, team, method } = query
      const found =
        kind === 'message'
          ? await findMatchingMessage(store.db, query)
          : journal.find({ after, kind, team, method }, (entry) => matches(entry, query))
      if (found) return found
      after = Math.max(after, journal.newest)
      if (Date.now() >= deadline || shutdown.aborted) return undefined
      await changed.promise
    } finally {
      clearTimeout(timer)
      shutdown.removeEventListener('abort', wake)
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }
}

function matches(entry: JournalEntry, query: WaitQuery): boolean {
  const pairs = [
    [query.team, entry.team],
    [query.app, 'app' in entry ? entry.app : undefined],
    ...fieldsOf(entry, query),
  ]
  return pairs.every(([wanted, actual]) => wanted === undefined || wanted === actual)
}

/** The fields that the query may name for this kind: what it wants, and what the entry has. */
function fieldsOf(entry: JournalEntry, query: WaitQuery): unknown[][] {
  switch (entry.kind) {
    case 'interaction':
      return [
        [query.user, entry.user],
        [query.channel, channelsOfInteraction(entry).find((channel) => channel === query.channel)],
        [query.event, entry.type],
      ]
    case 'act':
      return [
        [query.user, entry.user],
        [query.channel, entry.channel],
        [query.event, entry.act],
      ]
    case 'delivery':
      return [
        [query.channel, entry.channel],
        [query.outcome, entry.outcome],
        [query.event, entry.event['type']],
      ]
    case 'call':
      return [
        [query.method, entry.method],
        [query.ok, String(entry.ok)],
        [query.error, entry.error],
        [query.channel, channelsOf(entry).find((channel) => channel === query.channel)],
      ]
  }
}

/** The channel of an interaction: that of the message, or in which a command was typed. One in a modal or a home has none. */
function channelsOfInteraction({ payload }: Extract<JournalEntry, { kind: 'interaction' }>): unknown[] {
  const { channel, container, channel_id: id } = payload
  return [Object(channel).id, Object(container).channel_id, id]
}

/** The channel of a call: the answer has its id where the call had a name. */
function channelsOf({ args, answer }: Extract<JournalEntry, { kind: 'call' }>): unknown[] {
  return [answer['channel'], args['channel'], args['channel_id']]
}

async function findMatchingMessage(db: Db, query: WaitQuery): Promise<FoundMessage | undefined> {
  let entries = db
    .selectFrom('log')
    .select(['seq', 'team_id', 'channel_id', 'ts'])
    .where('kind', '=', 'message')
    .where('seq', '>', query.after)
  if (query.team !== undefined) entries = entries.where('team_id', '=', query.team)
  if (query.channel !== undefined) entries = entries.where('channel_id', '=', query.channel)
  if (query.user !== undefined) entries = entries.where('subject', '=', query.user)
  for (const { seq, team_id: teamId, channel_id: channelId, ts } of await entries.orderBy('seq').execute()) {
    const channel = { team_id: teamId, id: channelId ?? '' }
    const row = await findMessage(db, channel, ts ?? '')
    if (!row || (query.thread_ts !== undefined && row.thread_ts !== query.thread_ts)) continue
    const [message] = await toMessageObjects(db, channel, [row], { metadata: true, reader: 'operator' })
    if (!message || (query.state !== undefined && message.streaming_state !== query.state)) continue
    if (query.text !== undefined && !message.text.includes(query.text)) continue
    return { seq, at: db.clock.now(), channel: channelId, message }
  }
  return undefined
}
