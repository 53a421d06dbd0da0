import { timingSafeEqual } from 'node:crypto'
import type { AppRow } from '#domain/apps/find'
import { hashToken } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'

/** The app of a client id. */
export async function clientApp(db: Db, clientId: string): Promise<AppRow> {
  const app = await db
    .selectFrom('apps')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (app) return app
  throw new Refusal('invalid_client_id', 'No app has this client id.')
}

/** The app that says its client id and proves it. */
export async function provenClient(db: Db, clientId: string | undefined, secret: string | undefined): Promise<AppRow> {
  const app = await clientApp(db, clientId ?? '')
  const [given, kept] = [secret ?? '', app.client_secret ?? ''].map((text) => Buffer.from(hashToken(text)))
  if (app.client_secret && given && kept && timingSafeEqual(given, kept)) return app
  throw new Refusal('bad_client_secret', 'The client secret is not that of the app.')
}
