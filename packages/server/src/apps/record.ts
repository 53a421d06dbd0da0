import type { Insertable } from 'kysely'
import { now } from '#domain/clock'
import { newId } from '#domain/ids'
import { recording } from '#domain/log'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables'
import { eventsOf, hears } from './events.ts'
import { listenersIn } from './listeners.ts'

/** How long an event that nobody took is kept, milliseconds. */
export const keptFor = 3_600_000
const atOnce = 200

/**
 * Makes deliveries of what the log has that apps were not told of, a few entries in a go, and takes the mark away from
 * those entries in the same transaction: each is told of once, however the server ends. Answers whether there is more.
 */
export async function recordEvents(tx: Tx): Promise<boolean> {
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
    const ofTeam = listeners.filter(({ teamId }) => teamId === entry.team_id)
    const found = ofTeam.length > 0 ? await eventsOf(tx, entry) : undefined
    for (const told of found?.events ?? [])
      for (const { appId } of ofTeam.filter((listener) => found && hears(listener, found.channel, told)))
        rows.push({
          event_id: newId('Ev'),
          app_id: appId,
          team_id: entry.team_id,
          channel_id: entry.channel_id ?? '',
          ts: told.ts,
          seq: entry.seq,
          type: told.event.type,
          event: told.event,
          at: entry.at,
          attempt: 0,
          reason: '',
          due_at: 0,
          kept_until: now() + keptFor,
        })
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
