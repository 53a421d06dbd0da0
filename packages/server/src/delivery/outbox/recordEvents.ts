import type { Insertable } from 'kysely'
import { now } from '#domain/clock'
import { newId } from '#domain/ids'
import { recording } from '#domain/log/entry'
import { manifestFacts } from '#domain/apps/manifest'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Inner } from '#delivery/events/appEvent'
import { EventLimits } from './hourlyLimits.ts'
import { eventsOf, eventTs, hears, type LogRow } from '#delivery/events/events'
import { type Listener, listenersIn } from './subscribers.ts'

/** How long an event that nobody took is kept, milliseconds. */
export const keptFor = 3_600_000
const atOnce = 200

/**
 * Makes deliveries of what the log has that apps were not told of, a few entries in a go, and takes the mark away from
 * those entries in the same transaction: each is told of once, however the server ends. Answers whether there is more.
 */
export async function recordEvents(tx: Tx, limits = new EventLimits()): Promise<boolean> {
  await tx.alone(recording)
  const entries = await tx
    .selectFrom('log')
    .selectAll()
    .where('change', 'is not', null)
    .orderBy('seq')
    .limit(atOnce)
    .execute()
  const last = entries.at(-1)
  if (!last) return false
  const listeners = await listenersIn(tx)
  const rows: Insertable<Tables['deliveries']>[] = []
  for (const entry of entries) {
    rows.push(...(await farewells(tx, entry)))
    const ofTeam = listeners.filter(({ teamId }) => teamId === entry.team_id)
    const found = ofTeam.length > 0 ? await eventsOf(tx, entry) : undefined
    for (const told of found?.events ?? [])
      for (const listener of ofTeam.filter((one) => found && hears(one, found.channel, told)))
        rows.push(...within(limits, listener, entry, rowOf(entry, listener.appId, told.event, told.ts)))
  }
  for (let i = 0; i < rows.length; i += 500)
    await tx
      .insertInto('deliveries')
      .values(rows.slice(i, i + 500))
      .execute()
  await tx
    .updateTable('log')
    .set({ change: null })
    .where('change', 'is not', null)
    .where('seq', '<=', last.seq)
    .execute()
  return entries.length === atOnce
}

/** [EVT-11] An app that was taken out of a team, or whose tokens were revoked, is told so, though it hears nothing else. */
async function farewells(db: Db, entry: LogRow): Promise<Insertable<Tables['deliveries']>[]> {
  const { change } = entry
  if (change?.type !== 'uninstalled' && change?.type !== 'tokens_revoked') return []
  const app = await db
    .selectFrom('apps')
    .select(['manifest', 'removed'])
    .where('id', '=', change.app)
    .executeTakeFirst()
  if (!app || app.removed) return []
  const { events, socketMode, eventsUrl } = manifestFacts(app.manifest, change.app)
  const tokens = change.type === 'tokens_revoked' ? { tokens: { oauth: change.people, bot: change.bots } } : {}
  const type = change.type === 'uninstalled' ? 'app_uninstalled' : 'tokens_revoked'
  if (!events.includes(type) || (!socketMode && eventsUrl === undefined)) return []
  return [rowOf(entry, change.app, { type, ...tokens, event_ts: eventTs(entry) }, null)]
}

/** [EVT-14] The event; past the limit, of which an app can be told by HTTP alone, that in its place, once a minute. */
function within(
  limits: EventLimits,
  { appId, teamId, overHttp }: Listener,
  entry: LogRow,
  row: Insertable<Tables['deliveries']>,
): Insertable<Tables['deliveries']>[] {
  const taken = overHttp ? limits.take(`${appId} ${teamId}`, now()) : ({ may: true } as const)
  if (taken.may) return [row]
  if (taken.minute === undefined) return []
  const event = { type: 'app_rate_limited', minute_rate_limited: taken.minute, event_ts: eventTs(entry) }
  return [{ ...rowOf(entry, appId, event, null), channel_id: '' }]
}

function rowOf(entry: LogRow, appId: string, event: Inner, ts: string | null): Insertable<Tables['deliveries']> {
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
    kept_until: now() + keptFor,
  }
}
