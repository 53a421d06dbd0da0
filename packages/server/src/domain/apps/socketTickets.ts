import type { Tx } from '#store/db'
import { now } from '#domain/clock'
import type { CallingApp } from '#domain/access/caller'
import { manifestFacts } from './manifest.ts'
import { hashToken, newSecret } from '#domain/ids'
import { Refusal } from '#domain/refusal'

/** [EVT-5] How long a ticket may lie, milliseconds. */
const lasts = 30_000

export interface TicketOwner {
  appId: string
  /** The token that asked for the ticket. */
  tokenHash: string
}

/** A ticket that opens one socket for the app. */
export async function issueTicket(tx: Tx, app: CallingApp, tokenHash: string): Promise<string> {
  const row = await tx.selectFrom('apps').select('manifest').where('id', '=', app.id).executeTakeFirst()
  if (!row || !manifestFacts(row.manifest, app.id).socketMode) {
    throw new Refusal(
      'access_denied',
      `The app ${app.id} is not in Socket Mode: set \`settings.socket_mode_enabled\` in its manifest.`,
    )
  }
  const ticket = newSecret()
  const expires_at = now() + lasts
  await tx.deleteFrom('socket_tickets').where('expires_at', '<=', now()).execute()
  await tx
    .insertInto('socket_tickets')
    .values({ hash: hashToken(ticket), app_id: app.id, token_hash: tokenHash, expires_at })
    .execute()
  return ticket
}

/** Whose ticket it is, once; undefined for one that is unknown, used or too old. */
export async function takeTicket(tx: Tx, ticket: string): Promise<TicketOwner | undefined> {
  const row = await tx
    .deleteFrom('socket_tickets')
    .where('hash', '=', hashToken(ticket))
    .returningAll()
    .executeTakeFirst()
  return row && row.expires_at > now() ? { appId: row.app_id, tokenHash: row.token_hash } : undefined
}
