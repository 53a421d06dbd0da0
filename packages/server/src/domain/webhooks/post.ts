import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '#domain/access/caller'
import { refuseIfMoved } from '#domain/access/movedTeams'
import { findTeam } from '#domain/access/teams'
import { findInstalledApp } from '#domain/apps/profiles'
import { checkNotSuspended } from '#domain/channels/access'
import { findChannel } from '#domain/channels/find'
import { findTargetIn, findThreadToReplyTo } from '#domain/channels/postingRules'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { hashToken } from '#domain/ids'
import { checkMessageContent, type MessageContent, toStoredContent } from '#domain/messages/content'
import { postMessage } from '#domain/messages/post'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'

/** The three parts of a webhook's address. */
export interface WebhookAddress {
  team: string
  id: string
  secret: string
}

/** [HOOK-2, HOOK-3] Posts a message as the app of a webhook. The app does not have to be in the channel. */
export async function postToWebhook(
  tx: Tx,
  address: WebhookAddress,
  content: MessageContent,
  threadTs: string | undefined,
): Promise<void> {
  const { team: teamId } = address
  const team = await findTeam(tx, teamId)
  if (!team) await refuseIfMoved(tx, hashToken(address.secret))
  if (!team || team.deleted) throw new Refusal('no_team', `There is no team ${JSON.stringify(teamId)}.`)
  const webhook = await findWebhook(tx, address)
  const app = await findInstalledApp(tx, teamId, webhook.app_id)
  if (!app) throw new Refusal('no_service', 'The app of the webhook is not installed any more.')
  const channel = await findChannel(tx, teamId, webhook.channel_id)
  if (!channel || channel.deleted) throw new Refusal('channel_not_found', 'The channel of the webhook was deleted.')
  await checkNotSuspended(tx, channel)
  if (channel.archived) throw new Refusal('channel_is_archived', `The channel ${channel.id} is archived.`)
  if (channel.blocked_apps.includes(app.calling.id))
    throw new Refusal('action_prohibited', `The app ${app.calling.id} is blocked in ${channel.id}.`)
  const nobody = { scopes: [], enterpriseId: undefined, teamsGranted: undefined }
  const caller: Caller = { kind: 'bot', teamId, userId: app.calling.botUser, app: app.calling, ...nobody }
  const target = await findTargetIn(tx, caller, channel, threadTs)
  const root = await findThreadToReplyTo(tx, target, threadTs)
  checkMessageContent(content)
  await checkSharedLinks(tx, channel, content)
  await postMessage(tx, caller, { channel, threadTs: root, ...(await toStoredContent(tx, teamId, content)) })
}

async function findWebhook(tx: Tx, { team, id, secret }: WebhookAddress) {
  const row = await tx
    .selectFrom('webhooks')
    .selectAll()
    .where('team_id', '=', team)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) await refuseIfMoved(tx, hashToken(secret))
  if (!row) throw new Refusal('no_service', 'There is no such webhook, or its app was uninstalled.')
  if (timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(row.hash))) return row
  throw new Refusal('invalid_token', 'The end of the address is not that of the webhook.')
}
