import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { takesWrites } from '#domain/access/movedTeams'
import { findChannel } from '#domain/channels/find'
import { openDirectMessage } from '#domain/channels/directMessage'
import { readManifest } from './manifest.ts'
import { postMessage } from '#domain/messages/post'
import type { Db, Tx } from '#store/db'

/** [EVT-13] Notifies the owners of an app, in their direct message with it. */
export async function notifyOwners(tx: Tx, appId: string, markdown: string): Promise<void> {
  const app = await tx.selectFrom('apps').selectAll().where('id', '=', appId).executeTakeFirst()
  if (!app) return
  const { name, messagesTab, agent, handlesStop } = readManifest(app.manifest, appId)
  const calling = { id: appId, botId: app.bot_id, botUser: app.bot_user, name, messagesTab, agent, handlesStop }
  const blocks = blocksFromMarkdown(markdown)
  const text = mrkdwnFromBlocks(blocks)
  for (const { teamId, userId } of await listOwners(tx, appId)) {
    const { id } = await openDirectMessage(tx, teamId, userId, app.bot_user)
    const channel = await findChannel(tx, teamId, id)
    if (!channel) continue
    const caller = { kind: 'bot', teamId, userId: app.bot_user, app: calling, scopes: [] } as const
    const none = { enterpriseId: undefined, teamsGranted: undefined }
    await postMessage(tx, { ...caller, ...none }, { channel, threadTs: undefined, text, blocks, markdown })
  }
}

/** Lists the people who installed an app. In a team where no installer is known, its admins count. */
async function listOwners(db: Db, appId: string): Promise<{ teamId: string; userId: string }[]> {
  const rows = await db
    .selectFrom('installations')
    .innerJoin('teams', 'teams.id', 'installations.team_id')
    .innerJoin('users', 'users.team_id', 'installations.team_id')
    .select(['users.team_id as teamId', 'users.id as userId', 'installed_by', 'admin'])
    .where('installations.app_id', '=', appId)
    .where('teams.deleted', '=', false)
    .where('users.deleted', '=', false)
    .where('users.app_id', 'is', null)
    .where(takesWrites(db, 'installations.team_id'))
    .orderBy('users.id')
    .execute()
  const installers = rows.filter(({ installed_by: by, userId }) => by === userId)
  const known = new Set(installers.map(({ teamId }) => teamId))
  return [...installers, ...rows.filter(({ teamId, admin }) => admin && !known.has(teamId))]
}
