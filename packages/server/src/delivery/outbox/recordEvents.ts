import type { Insertable } from 'kysely'
import { newId } from '#domain/ids'
import { Pace } from '#domain/pace'
import { recordingLock } from '#domain/log/entry'
import { readManifest } from '#domain/apps/manifest'
import { createActionToken } from '#domain/search/actionToken'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { AppEvent, InnerEvent } from '#delivery/events/appEvent'
import { HourlyLimits, maxEventsPerHour } from './hourlyLimits.ts'
import { eventTsOf } from '#delivery/events/eventTs'
import { eventsFromEntry, isSubscribed, type LogRow } from '#delivery/events/events'
import { type Subscriber, listSubscribers } from './subscribers.ts'

/** How long a delivery is kept that no app takes. */
export const retentionMs = 3_600_000
/** How many log entries are recorded in one transaction, and about how many characters their events may have. */
const batchSize = 200
const batchCharacters = 1_000_000
/** How many entries are looked at together where the database answers from afar, so that fewer answers are waited for. */
const lookedAtTogether = 20
/** How long a transaction goes on with further entries: a process whose database is far lets others go first. Milliseconds. */
const usualMs = 500
/** How many deliveries are inserted by one statement, and about how many characters their events may have. */
const insertedAtOnce = 500
const insertedCharacters = 100_000

/**
 * The teams with entries that are not recorded, each with the number of the first. Most entries are deltas, and apps receive
 * no events about those.
 */
export async function firstUnrecorded(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('log')
    .select(({ fn }) => ['team_id', fn.min('seq').as('first')])
    .where('change', 'is not', null)
    .groupBy('team_id')
    .execute()
  return new Map(rows.map(({ team_id: team, first }) => [team, Number(first)]))
}

export async function listUnrecordedTeams(db: Db): Promise<string[]> {
  return [...(await firstUnrecorded(db)).keys()]
}

/** What is left to do: there are more entries, or somebody else is recording. Undefined if nothing is. */
export type Unrecorded = 'more' | 'busy' | undefined

/**
 * Makes deliveries of a team's log entries that have not been recorded yet, and clears the `change` of those entries in the same
 * transaction. So each is delivered once, however the server stops. `stopped` ends it after the entry that it is at.
 */
export async function recordEvents(
  tx: Tx,
  teamId: string,
  {
    maxPerHour = maxEventsPerHour,
    longestMs = usualMs,
    stopped,
  }: { maxPerHour?: number; longestMs?: number; stopped?: AbortSignal } = {},
): Promise<Unrecorded> {
  // Nobody waits for another process, which may itself be held up.
  if (!(await tx.tryLock(recordingLock(teamId)))) return 'busy'
  const entries = await tx
    .selectFrom('log')
    .selectAll()
    .where('change', 'is not', null)
    .where('team_id', '=', teamId)
    .orderBy('seq')
    .limit(batchSize)
    .execute()
  let last = entries.at(-1)
  if (!last) return undefined
  // Another process may have put an app into a channel before it logged what happened there.
  await tx.catchUp(teamId)
  const pace = new Pace()
  let characters = 0
  const subscribers = await listSubscribers(tx, teamId)
  const now = tx.clock.now()
  const limits = new HourlyLimits(tx, teamId, maxPerHour)
  const rows: Insertable<Tables['deliveries']>[] = []
  const until = performance.now() + longestMs
  const together = tx.cache.isSingleWriter ? 1 : lookedAtTogether
  let looked: Awaited<ReturnType<typeof eventsFromEntry>>[] = []
  for (const [position, entry] of entries.entries()) {
    await pace.next()
    rows.push(...(await uninstallEvents(tx, now, entry)))
    if (position % together === 0 && subscribers.length > 0)
      looked = await Promise.all(entries.slice(position, position + together).map((each) => eventsFromEntry(tx, each)))
    const found = looked[position % together]
    for (const event of found?.events ?? [])
      for (const subscriber of subscribers.filter((each) => found && isSubscribed(each, found.channel, event))) {
        const inner = await withActionToken(tx, subscriber, eventFor(event, subscriber))
        const row = toDeliveryRow(now, entry, subscriber.appId, inner, event.ts)
        rows.push(...(await applyLimit(limits, now, subscriber, entry, row)))
        characters += charactersOf(inner)
      }
    last = entry
    const isLate = position % together === together - 1 && performance.now() >= until
    if (characters >= batchCharacters || stopped?.aborted || isLate) break
  }
  for (const piece of toPieces(await inOrderOfApps(tx, rows))) {
    await pace.next()
    await tx.insertInto('deliveries').values(piece).execute()
  }
  await limits.save()
  await tx
    .updateTable('log')
    .set({ change: null })
    .where('change', 'is not', null)
    .where('team_id', '=', teamId)
    .where('seq', '<=', last.seq)
    .execute()
  return entries.length === batchSize || last !== entries.at(-1) ? 'more' : undefined
}

/** About how long an event is: what can be long in it is the text of a message. */
function charactersOf(event: Record<string, unknown>): number {
  const said = event['text'] ?? Reflect.get(Object(event['message']), 'text')
  return typeof said === 'string' ? said.length : 0
}

/** Splits rows so that none of the statements that insert them keeps others waiting for long. */
function* toPieces(rows: readonly Insertable<Tables['deliveries']>[]) {
  let piece: Insertable<Tables['deliveries']>[] = []
  let characters = 0
  for (const row of rows) {
    piece.push(row)
    characters += charactersOf(row.event)
    if (piece.length < insertedAtOnce && characters < insertedCharacters) continue
    yield piece
    piece = []
    characters = 0
  }
  if (piece.length > 0) yield piece
}

/**
 * Puts deliveries behind those that their apps have already. Within a team that is the order of the log; the numbers of
 * different teams have no common order.
 */
async function inOrderOfApps(tx: Tx, rows: readonly Insertable<Tables['deliveries']>[]) {
  const ranks = new Map([...new Set(rows.map(({ seq }) => seq))].map((seq, i) => [seq, i + 1]))
  const newest = new Map<string, number>()
  for (const app of new Set(rows.map(({ app_id }) => app_id))) {
    const last = tx.selectFrom('deliveries').select('seq').where('app_id', '=', app).orderBy('seq', 'desc').limit(1)
    newest.set(app, (await last.executeTakeFirst())?.seq ?? 0)
  }
  return rows.map((row) => ({ ...row, seq: (newest.get(row.app_id) ?? 0) + (ranks.get(row.seq) ?? 0) }))
}

/** [SRC-9] Lets an app that may search do so for the person who has written to it. */
async function withActionToken(tx: Tx, { appId, teamId, scopes }: Subscriber, event: InnerEvent): Promise<InnerEvent> {
  const { type, channel_type: kind, user, bot_id: bot, hidden } = event
  const isAsked = type === 'app_mention' || (type === 'message' && kind === 'im')
  if (!isAsked || typeof user !== 'string' || bot !== undefined || hidden === true) return event
  if (!scopes.has('search:read.public')) return event
  const action_token = await createActionToken(tx, { appId, teamId }, user, tx.clock.now())
  return { ...event, action_token, assistant_thread: { action_token } }
}

/** [EVT-11] Tells an app that it was uninstalled from a team or that its tokens were revoked. */
async function uninstallEvents(db: Db, now: number, entry: LogRow): Promise<Insertable<Tables['deliveries']>[]> {
  const { change } = entry
  if (change?.type !== 'uninstalled' && change?.type !== 'tokens_revoked') return []
  const app = await db
    .selectFrom('apps')
    .select(['manifest', 'removed'])
    .where('id', '=', change.app)
    .executeTakeFirst()
  if (!app || app.removed) return []
  const { events, socketMode, eventsUrl } = readManifest(app.manifest, change.app)
  const tokens = change.type === 'tokens_revoked' ? { tokens: { oauth: change.people, bot: change.bots } } : {}
  const type = change.type === 'uninstalled' ? 'app_uninstalled' : 'tokens_revoked'
  if (!events.includes(type) || (!socketMode && eventsUrl === undefined)) return []
  return [toDeliveryRow(now, entry, change.app, { type, ...tokens, event_ts: eventTsOf(entry) }, null)]
}

/** [EVT-14] Drops the delivery over the limit; once a minute, `app_rate_limited` takes its place. Only HTTP has a limit. */
async function applyLimit(
  limits: HourlyLimits,
  now: number,
  { appId, usesHttp }: Subscriber,
  entry: LogRow,
  row: Insertable<Tables['deliveries']>,
): Promise<Insertable<Tables['deliveries']>[]> {
  if (!usesHttp) return [row]
  const taken = await limits.take(appId)
  if (taken.isAllowed) return [row]
  if (taken.minute === undefined) return []
  const event = { type: 'app_rate_limited', minute_rate_limited: taken.minute, event_ts: eventTsOf(entry) }
  return [{ ...toDeliveryRow(now, entry, appId, event, null), channel_id: '' }]
}

function eventFor({ event, withScope }: AppEvent, { scopes }: Subscriber): InnerEvent {
  return withScope && scopes.has(withScope.scope) ? withScope.event : event
}

function toDeliveryRow(
  now: number,
  entry: LogRow,
  appId: string,
  event: InnerEvent,
  ts: string | null,
): Insertable<Tables['deliveries']> {
  return {
    event_id: newId('Ev'),
    app_id: appId,
    team_id: entry.team_id,
    channel_id: entry.channel_id ?? '',
    ts,
    seq: entry.seq,
    type: event.type,
    event,
    at: entry.at,
    attempt: 0,
    reason: '',
    due_at: 0,
    kept_until: now + retentionMs,
  }
}
