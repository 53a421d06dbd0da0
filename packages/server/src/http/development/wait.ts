import { z } from 'zod'
import type { Bus } from '#bus/bus'
import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import { now } from '#domain/clock'
import { milliseconds } from '#domain/settings/duration'
import { newestReplies } from '#domain/messages/pages'
import { findMessage } from '#domain/messages/find'
import { findRoot, noSuchThread } from '#domain/channels/postingRules'
import { liveStatuses } from '#domain/threads/status'
import { outside, statusNow, type ThreadFacts, threadsAmong } from '#domain/threads/find'
import { messagesOnWire } from '#objects/message'
import type { Db, Store } from '#store/db'
import type { Journal, JournalEntry } from './journal.ts'

/** What a person sees of a thread, with the status line as it is shown. */
export async function threadSeenBy(db: Db, viewer: Caller, channelId: string, threadTs: string) {
  const channel = await findChannel(db, viewer.teamId, channelId)
  if (!channel || !isVisibleTo(channel, viewer)) throw noSuchChannel(channelId)
  const root = await findRoot(db, channel, threadTs)
  if (!root) throw noSuchThread(channel, threadTs)
  const rows = [root, ...(await newestReplies(db, channel, root.ts, 1000))]
  const messages = await messagesOnWire(db, channel, rows, { metadata: false, reader: viewer })
  const facts = await threadsAmong(db, channel, [root.ts, outside])
  const [status] = (await liveStatuses(db, channel, root.ts)).toReversed()
  return {
    messages,
    status: status
      ? { text: status.text, loading_messages: status.loading_messages, app_id: status.app_id, ends_at: status.ends_at }
      : null,
    ...saidAbout(facts, root.ts),
  }
}

/** What apps say of a thread. In a direct message what is suggested there is in sight too. */
function saidAbout(facts: readonly ThreadFacts[], threadTs: string) {
  const thread = facts.find((one) => one.threadTs === threadTs)
  const suggested = thread?.prompts ?? facts.find((one) => one.threadTs === outside)?.prompts
  return {
    title: thread?.title ?? null,
    suggestions: suggested
      ? { title: suggested.title ?? null, app_id: suggested.appId, prompts: suggested.prompts }
      : null,
    agents: (thread?.agents ?? []).map((agent) => {
      const status = statusNow(agent)
      return { app_id: agent.app_id, status, ends_at: status === 'processing' ? agent.processing_ends_at : null }
    }),
  }
}

export const waiting = z.strictObject({
  kind: z.enum(['message', 'call', 'delivery', 'interaction']).default('message'),
  /** Messages: the log's number; calls and deliveries: the journal's. What came before it does not count. */
  after: z.coerce.number().int().min(0).default(0),
  timeout: z
    .string()
    .refine((text) => milliseconds(text) !== undefined, 'is no duration like "5s"')
    .default('5s'),
  team: z.string().optional(),
  channel: z.string().optional(),
  thread_ts: z.string().optional(),
  user: z.string().optional(),
  text: z.string().optional().describe('Words that the message holds.'),
  state: z.enum(['in_progress', 'completed', 'errored']).optional(),
  method: z.string().optional(),
  app: z.string().optional(),
  event: z.string().optional().describe('The type of the event that was delivered, or of what a person did.'),
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
  error: z.string().optional(),
})
type Waiting = z.output<typeof waiting>

/** Answers the first message or call that matches, at once if it is there already; undefined after the timeout, or when the server ends. */
export async function waitFor(
  { store, bus, journal, draining }: { store: Store; bus: Bus; journal: Journal; draining: () => boolean },
  query: Waiting,
): Promise<object | undefined> {
  const until = Date.now() + Math.min(milliseconds(query.timeout) ?? 0, 60_000)
  for (;;) {
    const changed = Promise.withResolvers<void>()
    const stop = [bus.onWake(changed.resolve), journal.listen(changed.resolve)]
    const timer = setTimeout(changed.resolve, Math.max(until - Date.now(), 0))
    try {
      const found = await lookFor(store.db, journal, query)
      if (found) return found
      if (Date.now() >= until || draining()) return undefined
      await changed.promise
    } finally {
      clearTimeout(timer)
      for (const unsubscribe of stop) unsubscribe()
    }
  }
}

async function lookFor(db: Db, journal: Journal, query: Waiting): Promise<object | undefined> {
  if (query.kind === 'message') return messageLike(db, query)
  if (query.kind === 'interaction') return interactionLike(journal, query)
  return query.kind === 'call' ? callLike(journal, query) : deliveryLike(journal, query)
}

function interactionLike(journal: Journal, query: Waiting): JournalEntry | undefined {
  return journal.after(query.after).find((entry) => {
    if (entry.kind !== 'interaction') return false
    const { team, app, user, type } = entry
    const pairs = [
      [query.team, team],
      [query.app, app],
      [query.user, user],
      [query.event, type],
    ]
    return pairs.every(([asked, found]) => asked === undefined || asked === found)
  })
}

function deliveryLike(journal: Journal, query: Waiting): JournalEntry | undefined {
  return journal.after(query.after).find((entry) => {
    if (entry.kind !== 'delivery') return false
    const { team, channel, app, outcome, event } = entry
    const pairs = [
      [query.team, team],
      [query.channel, channel],
      [query.app, app],
      [query.outcome, outcome],
      [query.event, event['type']],
    ]
    return pairs.every(([asked, found]) => asked === undefined || asked === found)
  })
}

function callLike(journal: Journal, query: Waiting): JournalEntry | undefined {
  return journal.after(query.after).find((entry) => {
    if (entry.kind !== 'call') return false
    if (query.app !== undefined && entry.app !== query.app) return false
    if (query.method !== undefined && entry.method !== query.method) return false
    if (query.team !== undefined && entry.team !== query.team) return false
    if (query.ok !== undefined && String(entry.ok) !== query.ok) return false
    if (query.error !== undefined && entry.error !== query.error) return false
    return (
      query.channel === undefined ||
      entry.args['channel'] === query.channel ||
      entry.args['channel_id'] === query.channel
    )
  })
}

async function messageLike(db: Db, query: Waiting): Promise<object | undefined> {
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
    const [message] = await messagesOnWire(db, channel, [row], { metadata: true })
    if (!message || (query.state !== undefined && message.streaming_state !== query.state)) continue
    if (query.text !== undefined && !message.text.includes(query.text)) continue
    return { seq, at: now(), channel: channelId, message }
  }
  return undefined
}
