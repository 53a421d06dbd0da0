import { timingSafeEqual } from 'node:crypto'
import type { AppRow } from '#domain/apps/find'
import { readManifest } from '#domain/apps/manifest'
import { openClientSecret } from '#domain/apps/secrets'
import { hashToken } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'

/** Finds the app of a client id. */
export async function findClientApp(db: Db, clientId: string): Promise<AppRow> {
  const app = await db
    .selectFrom('apps')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (app) return app
  throw noClient()
}

export function noClient(): Refusal {
  return new Refusal('invalid_client_id', 'No app has this client id.')
}

/** [APP-15] Authenticates an app. A public client may leave out the secret; it then proves itself in another way. */
export async function authenticatePublicClient(
  db: Db,
  clientId: string | undefined,
  secret: string | undefined,
): Promise<{ app: AppRow; isProven: boolean }> {
  if (secret !== undefined) return { app: await authenticateClient(db, clientId, secret), isProven: true }
  const app = await findClientApp(db, clientId ?? '')
  if (readManifest(app.manifest, app.id).pkce) return { app, isProven: false }
  return { app: await authenticateClient(db, clientId, secret), isProven: true }
}

/** Authenticates an app by its client id and secret. */
export async function authenticateClient(
  db: Db,
  clientId: string | undefined,
  secret: string | undefined,
): Promise<AppRow> {
  const app = await findClientApp(db, clientId ?? '')
  const [given, expected] = [secret ?? '', openClientSecret(db, app)].map((text) => Buffer.from(hashToken(text)))
  if (given && expected && timingSafeEqual(given, expected)) return app
  throw new Refusal('bad_client_secret', 'The client secret is not that of the app.')
}
