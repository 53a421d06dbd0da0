import { sql } from 'kysely'
import { takesWrites } from '#domain/access/movedTeams'
import { readManifest } from '#domain/apps/manifest'
import { openSigningSecret } from '#domain/apps/secrets'
import type { Db, Tx } from '#store/db'

/** An app that events are posted to. */
export interface HttpApp {
  id: string
  name: string
  url: string
  secret: string
  /** Whether the address has passed its challenge. */
  isVerified: boolean
}

/**
 * Lists apps with deliveries, and when the first of each is due. It steps through an index from app to app: where an app
 * is away, very many deliveries wait.
 */
export async function listAppsWithDeliveries(db: Db): Promise<{ appId: string; dueAt: number }[]> {
  const { rows } = await sql<{ appId: string; dueAt: unknown }>`
    with recursive waiting (app) as (
      select min(app_id) from deliveries
      union all
      select (select min(app_id) from deliveries where app_id > app) from waiting where app is not null
    )
    select app as "appId", (select min(due_at) from deliveries where app_id = app) as "dueAt"
    from waiting where app is not null`.execute(db)
  return rows.map(({ appId, dueAt }) => ({ appId, dueAt: Number(dueAt) }))
}

/** [EVT-12] Undefined if events are not posted to the app, for example because it uses Socket Mode. */
export async function findHttpApp(db: Db, appId: string): Promise<HttpApp | undefined> {
  const row = await db
    .selectFrom('apps')
    .select(['id', 'manifest', 'signing_secret', 'events_verified', 'events_off_at'])
    .where('id', '=', appId)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (!row || row.events_off_at !== null) return undefined
  const { eventsUrl: url, socketMode, name } = readManifest(row.manifest, row.id)
  if (url === undefined || socketMode) return undefined
  return { id: row.id, name, url, secret: openSigningSecret(db, row), isVerified: row.events_verified === url }
}

/**
 * Lists apps that events are posted to and whose address has not passed its challenge. An index has the few apps that name
 * any address and have passed none: a change of the manifest takes back what was passed.
 */
export async function listUnverifiedApps(db: Db): Promise<{ id: string; url: string }[]> {
  const rows = await db
    .selectFrom('apps')
    .select(['id', 'manifest'])
    .where('events_verified', 'is', null)
    .where('events_off_at', 'is', null)
    .where(sql<boolean>`manifest like '%"request_url"%'`)
    .where('removed', '=', false)
    .execute()
  return rows.flatMap(({ id, manifest }) => {
    const { eventsUrl, socketMode } = readManifest(manifest, id)
    return eventsUrl !== undefined && !socketMode ? [{ id, url: eventsUrl }] : []
  })
}

/** What has passed is of no use if the app has another address meanwhile. */
export async function markVerified(tx: Tx, { id, url }: HttpApp): Promise<void> {
  if ((await findHttpApp(tx, id))?.url !== url) return
  await tx.updateTable('apps').set({ events_verified: url }).where('id', '=', id).execute()
}

/** [EVT-13] Records no more events for the app, and drops its deliveries. */
export async function switchOffEvents(tx: Tx, appId: string): Promise<void> {
  await tx.updateTable('apps').set({ events_off_at: tx.clock.now() }).where('id', '=', appId).execute()
  await tx.deleteFrom('deliveries').where('app_id', '=', appId).where(takesWrites(tx)).execute()
}

/** An address without parts that may contain a secret. */
export function withoutSecrets(url: string): string {
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: '', pathname: '' }
  return origin + pathname
}
