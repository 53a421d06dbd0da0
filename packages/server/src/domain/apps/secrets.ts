import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import { aboutApp } from '#store/secrets/unlock'
import type { Tables } from '#store/tables/tables'

type Row = Selectable<Tables['apps']>

/** [KEY-2] The secret that signs requests to an app. */
export function openSigningSecret({ secrets }: Pick<Db, 'secrets'>, app: Pick<Row, 'id' | 'signing_secret'>): string {
  return secrets.open(aboutApp(app.id, 'signing_secret'), app.signing_secret)
}

/** [KEY-2] The secret with which an app proves itself in OAuth. */
export function openClientSecret({ secrets }: Pick<Db, 'secrets'>, app: Pick<Row, 'id' | 'client_secret'>): string {
  return secrets.open(aboutApp(app.id, 'client_secret'), app.client_secret)
}
