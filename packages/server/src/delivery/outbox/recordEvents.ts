import type { Insertable } from 'kysely'
import { newId } from '#domain/ids'
import { recordingLock } from '#domain/log/entry'
import { readManifest } from '#domain/apps/manifest'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { InnerEvent } from '#delivery/events/appEvent'
import { HourlyLimits } from './hourlyLimits.ts'
import { eventsFromEntry, eventTsOf, isSubscribed, type LogRow } from '#delivery/events/events'
import { type Subscriber, listSubscribers } from './subscribers.ts'

/** How long a delivery is kept that no app takes. */
export const retentionMs = 3_600_000
/** How many log entries are recorded in one transaction. */
const batchSize = 200

/**
 * Makes deliveries of log entries that have not been recorded yet, and clears the `change` of those entries in the same
 * transaction. So each is delivered once, however the server stops. Returns whether there are more entries.
 */
export async function recordEvents(tx: Tx, limits = new HourlyLimits()): Promise<boolean> {
  await tx.lock(recordingLock)
  const entries = await tx
    .selectFrom('log')
    .selectAll()
    .where('change', 'is not', null)
    .orderBy('seq')
    .limit(batchSize)
    .execute()
  const last = entries.at(-1)
  if (!last) return false
  const subscribers = await listSubscribers(tx)
  const now = tx.clock.now()
  const rows: Insertable<Tables['deliveries']>[] = []
  for (const entry of entries) {
    rows.push(...(await uninstallEvents(tx, now, entry)))
    const inTeam = subscribers.filter(({ teamId }) => teamId === entry.team_id)
    const found = inTeam.length > 0 ? await eventsFromEntry(tx, entry) : undefined
    for (const event of found?.events ?? [])
      for (const subscriber of inTeam.filter((each) => found && isSubscribed(each, found.channel, event)))
        rows.push(
          ...applyLimit(
            limits,
            now,
            subscriber,
            entry,
            toDeliveryRow(now, entry, subscriber.appId, event.event, event.ts),
          ),
        )
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
  return entries.length === batchSize
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
function applyLimit(
  limits: HourlyLimits,
  now: number,
  { appId, teamId, usesHttp }: Subscriber,
  entry: LogRow,
  row: Insertable<Tables['deliveries']>,
): Insertable<Tables['deliveries']>[] {
  const taken = usesHttp ? limits.take(`${appId} ${teamId}`, now) : ({ isAllowed: true } as const)
  if (taken.isAllowed) return [row]
  if (taken.minute === undefined) return []
  const event = { type: 'app_rate_limited', minute_rate_limited: taken.minute, event_ts: eventTsOf(entry) }
  return [{ ...toDeliveryRow(now, entry, appId, event, null), channel_id: '' }]
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
