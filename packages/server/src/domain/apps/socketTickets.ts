import type { Db, Tx } from '#store/db'
import type { CallingApp } from '#domain/access/caller'
import { readManifest } from './manifest.ts'
import { hashToken, newSecret } from '#domain/ids'
import { Refusal } from '#domain/refusal'

/** [EVT-5] How long a ticket is valid, milliseconds. */
const ticketLifetimeMs = 30_000

export interface TicketOwner {
  appId: string
  /** The token that asked for the ticket. */
  tokenHash: string
  /** Whether the app is installed in any team. */
  isInstalled: boolean
}

/** Issues a ticket that opens one socket for the app. */
export async function issueSocketTicket(tx: Tx, app: CallingApp, tokenHash: string): Promise<string> {
  const row = await tx.selectFrom('apps').select('manifest').where('id', '=', app.id).executeTakeFirst()
  if (!row || !readManifest(row.manifest, app.id).socketMode) {
    throw new Refusal(
      'access_denied',
      `The app ${app.id} is not in Socket Mode: set \`settings.socket_mode_enabled\` in its manifest.`,
    )
  }
  const ticket = newSecret()
  const expires_at = tx.clock.now() + ticketLifetimeMs
  await tx.deleteFrom('socket_tickets').where('expires_at', '<=', tx.clock.now()).execute()
  await tx
    .insertInto('socket_tickets')
    .values({ hash: hashToken(ticket), app_id: app.id, token_hash: tokenHash, expires_at })
    .execute()
  return ticket
}

/** Redeems a ticket. Undefined if it is unknown, used or expired, or its token could not get another. */
export async function redeemSocketTicket(tx: Tx, ticket: string): Promise<TicketOwner | undefined> {
  const row = await tx
    .deleteFrom('socket_tickets')
    .where('hash', '=', hashToken(ticket))
    .returningAll()
    .executeTakeFirst()
  if (!row || row.expires_at <= tx.clock.now()) return undefined
  const valid = (await listSocketTokens(tx, [row.token_hash])).get(row.token_hash)
  return valid && { appId: row.app_id, tokenHash: row.token_hash, ...valid }
}

/** The hashes of those tokens with which the app could open a socket now, and whether the app is installed anywhere. */
export async function listSocketTokens(
  db: Db,
  hashes: readonly string[],
): Promise<Map<string, { isInstalled: boolean }>> {
  const rows = await db
    .selectFrom('tokens')
    .innerJoin('apps', 'apps.id', 'tokens.app_id')
    .leftJoin('installations', 'installations.app_id', 'apps.id')
    .select(['hash', 'apps.id', 'manifest', 'expires_at', 'installations.team_id as installed_in'])
    .where('hash', 'in', [...new Set(hashes)])
    .where('revoked', '=', false)
    .where('removed', '=', false)
    .execute()
  const valid = rows.filter(
    (row) => (row.expires_at ?? Infinity) > db.clock.now() && readManifest(row.manifest, row.id).socketMode,
  )
  return new Map(valid.map(({ hash, installed_in }) => [hash, { isInstalled: installed_in !== null }]))
}

/** How the sockets of an app fail, for a test. `broken`: without a word. `silent`: they stay open and are sent nothing more. */
export const socketFailures = ['warning', 'refresh_requested', 'too_many_websockets', 'broken', 'silent'] as const
export type SocketFailure = (typeof socketFailures)[number]
