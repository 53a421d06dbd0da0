import { now } from '#domain/clock'
import { manifestFacts } from '#domain/apps/manifest'
import type { Db, Tx } from '#store/db'

/** An app that events are posted to. */
export interface HttpApp {
  id: string
  name: string
  url: string
  secret: string | null
  /** Whether the address has answered its challenge. */
  verified: boolean
}

/** Apps that something waits for, and when the first of it is due. */
export async function waitingApps(db: Db): Promise<{ appId: string; dueAt: number }[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['app_id as appId', ({ fn }) => fn.min('due_at').as('dueAt')])
    .groupBy('app_id')
    .execute()
  return rows.map(({ appId, dueAt }) => ({ appId, dueAt: Number(dueAt) }))
}

/** [EVT-12] Undefined where events are not posted: an app with Socket Mode never gets any by HTTP. */
export async function httpApp(db: Db, appId: string): Promise<HttpApp | undefined> {
  const row = await db
    .selectFrom('apps')
    .select(['id', 'manifest', 'signing_secret', 'events_verified', 'events_off_at'])
    .where('id', '=', appId)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (!row || row.events_off_at !== null) return undefined
  const { eventsUrl: url, socketMode, name } = manifestFacts(row.manifest, row.id)
  if (url === undefined || socketMode) return undefined
  return { id: row.id, name, url, secret: row.signing_secret, verified: row.events_verified === url }
}

/** Every app that events are posted to whose address was not challenged yet. */
export async function unverifiedApps(db: Db): Promise<{ id: string; url: string }[]> {
  const rows = await db
    .selectFrom('apps')
    .select(['id', 'manifest', 'events_verified'])
    .where('removed', '=', false)
    .where('events_off_at', 'is', null)
    .execute()
  return rows.flatMap((row) => {
    const { eventsUrl, socketMode } = manifestFacts(row.manifest, row.id)
    return eventsUrl !== undefined && !socketMode && eventsUrl !== row.events_verified
      ? [{ id: row.id, url: eventsUrl }]
      : []
  })
}

export async function setVerified(tx: Tx, { id, url }: HttpApp): Promise<void> {
  await tx.updateTable('apps').set({ events_verified: url }).where('id', '=', id).execute()
}

/** [EVT-13] Nothing is recorded for the app from now on, and what waits for it is dropped. */
export async function setOff(tx: Tx, appId: string): Promise<void> {
  await tx.updateTable('apps').set({ events_off_at: now() }).where('id', '=', appId).execute()
  await tx.deleteFrom('deliveries').where('app_id', '=', appId).execute()
}
