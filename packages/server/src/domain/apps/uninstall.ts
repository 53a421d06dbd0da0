import { now } from '#domain/clock'
import { entry } from '#domain/log/entry'
import { leaveAll } from '#domain/channels/members'
import { clearStatusesOf } from '#domain/threads/status'
import { endStreamsOf } from '#domain/streams/stopByReader'
import { closeSessionsOf } from '#domain/threads/agentSessions'
import { revokedOf } from '#domain/access/tokens'
import type { Tx } from '#store/db'
import type { AppRow } from './find.ts'

/**
 * [APP-10] The app is in the team no more: none of its tokens there is good, and its bot user is gone, and nothing that it
 * was at goes on. It is told.
 */
export async function uninstallApp(tx: Tx, app: AppRow, teamId: string): Promise<void> {
  await tx.deleteFrom('installations').where('app_id', '=', app.id).where('team_id', '=', teamId).execute()
  const revoked = await tx
    .updateTable('tokens')
    .set({ revoked: true })
    .where('app_id', '=', app.id)
    .where('team_id', '=', teamId)
    .where('revoked', '=', false)
    .returning(['hash', 'kind', 'user_id'])
    .execute()
  await tx.deleteFrom('oauth_codes').where('app_id', '=', app.id).where('team_id', '=', teamId).execute()
  await tx
    .updateTable('users')
    .set({ deleted: true, updated_at: now() })
    .where('team_id', '=', teamId)
    .where('id', '=', app.bot_user)
    .execute()
  await tx.deleteFrom('file_grants').where('app_id', '=', app.id).where('team_id', '=', teamId).execute()
  // Channels before what is in them, as who posts there: neither waits for the other.
  await leaveAll(tx, teamId, app.bot_user)
  await endStreamsOf(tx, teamId, app.id)
  await clearStatusesOf(tx, teamId, app.id)
  await closeSessionsOf(tx, teamId, app.id)
  // What the app is told stands in entries that viewers take lightly.
  const change = { type: 'uninstalled', app: app.id } as const
  tx.work.log(entry('user', teamId, { subject: app.bot_user, change }))
  const ended = revoked.map(({ kind, user_id: userId }) => ({ kind, userId: userId ?? app.bot_user }))
  for (const [i, { hash }] of revoked.entries())
    tx.work.log(entry('token', teamId, { subject: hash, ...(i === 0 && { change: revokedOf(app.id, ended) }) }))
}
