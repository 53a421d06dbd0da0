import { timingSafeEqual } from 'node:crypto'
import type { AppRow } from '#domain/apps/find'
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
  throw new Refusal('invalid_client_id', 'No app has this client id.')
}

/** Authenticates an app by its client id and secret. */
export async function authenticateClient(
  db: Db,
  clientId: string | undefined,
  secret: string | undefined,
): Promise<AppRow> {
  const app = await findClientApp(db, clientId ?? '')
  const [given, expected] = [secret ?? '', app.client_secret ?? ''].map((text) => Buffer.from(hashToken(text)))
  if (app.client_secret && given && expected && timingSafeEqual(given, expected)) return app
  throw new Refusal('bad_client_secret', 'The client secret is not that of the app.')
}
