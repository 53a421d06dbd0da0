import { logEntry } from '#domain/log/entry'
import { withdrawOrgTokens } from '#domain/access/enterprise'
import { leaveAllChannels } from '#domain/channels/membership/leave'
import { clearAppStatuses } from '#domain/threads/status'
import { endStreamsOfApp } from '#domain/streams/endStreamsOfApp'
import { closeAgentSessions } from '#domain/threads/agentSessions'
import { toTokensRevoked } from '#domain/access/tokens'
import { deleteWebhooks } from '#domain/webhooks/create'
import type { Tx } from '#store/db'
import type { AppRow } from './find.ts'

/**
 * [APP-10] Uninstalls an app from teams: revokes its tokens there, deletes its bot user and ends everything it was doing.
 * The app receives events about it.
 */
export async function uninstallApp(tx: Tx, app: AppRow, ...teamIds: readonly string[]): Promise<void> {
  for (const teamId of teamIds) await uninstallFrom(tx, app, teamId)
  // In direct messages, which it does not leave, it may have begun something meanwhile. What is not committed yet is refused.
  for (const teamId of teamIds) {
    await tx.holdLog(teamId)
    await endWork(tx, app, teamId)
  }
}

async function uninstallFrom(tx: Tx, app: AppRow, teamId: string): Promise<void> {
  await tx.deleteFrom('installations').where('app_id', '=', app.id).where('team_id', '=', teamId).execute()
  const revoked = await tx
    .updateTable('tokens')
    .set({ revoked: true })
    .where('app_id', '=', app.id)
    .where('team_id', '=', teamId)
    .where('revoked', '=', false)
    .returning(['hash', 'kind', 'user_id'])
    .execute()
  const withdrawn = await withdrawOrgTokens(tx, app.id, teamId)
  await deleteWebhooks(tx, app, teamId)
  await tx.deleteFrom('oauth_codes').where('app_id', '=', app.id).where('team_id', '=', teamId).execute()
  await tx
    .updateTable('users')
    .set({ deleted: true, updated_at: tx.clock.now() })
    .where('team_id', '=', teamId)
    .where('id', '=', app.bot_user)
    .execute()
  await tx.deleteFrom('file_grants').where('app_id', '=', app.id).where('team_id', '=', teamId).execute()
  // Channels come before their content. Posting locks them in the same order, so neither can deadlock with the other.
  await leaveAllChannels(tx, teamId, app.bot_user)
  await endWork(tx, app, teamId)
  // The app's events need log entries. These kinds of entry cost viewers little.
  const change = { type: 'uninstalled', app: app.id } as const
  tx.work.log(logEntry('user', teamId, { subject: app.bot_user, change }))
  const ended = revoked.map(({ kind, user_id: userId }) => ({ kind, userId: userId ?? app.bot_user }))
  for (const [i, { hash }] of revoked.entries())
    tx.work.log(
      logEntry('token', teamId, { subject: hash, ...(i === 0 && { change: toTokensRevoked(app.id, ended) }) }),
    )
  for (const hash of withdrawn) tx.work.log(logEntry('token', teamId, { subject: hash }))
}

async function endWork(tx: Tx, app: AppRow, teamId: string): Promise<void> {
  await endStreamsOfApp(tx, teamId, app.id)
  await clearAppStatuses(tx, teamId, app.id)
  await closeAgentSessions(tx, teamId, app.id)
}
