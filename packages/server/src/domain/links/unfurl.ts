import type { Attachment, GivenAttachment } from '@rivulet/blocks/types'
import type { CallingApp } from '#domain/access/caller'
import { readManifest } from '#domain/apps/manifest'
import type { Channel } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import { toStoredAttachments } from '#domain/messages/content'
import { lockMessage } from '#domain/messages/editable'
import { findMessage, type MessageRow } from '#domain/messages/find'
import { toChangeableFields } from '#domain/messages/update'
import { maxLength } from '#domain/lengths'
import { jsonLength } from '#domain/messages/content'
import { Refusal } from '#domain/refusal'
import { indexMessage } from '#domain/search/indexTexts'
import type { Db, Tx } from '#store/db'
import { findLinks } from './find.ts'

/** What an app says of links of a message, by their addresses. */
export type Unfurls = ReadonlyMap<string, GivenAttachment>

/** [UNF-2] Attaches what an app says of links to the message with these links. What it said of them before is replaced. */
export async function unfurlLinks(
  tx: Tx,
  app: CallingApp,
  channel: Channel,
  ts: string,
  unfurls: Unfurls,
): Promise<void> {
  await lockMessage(tx, channel, ts)
  const message = await findMessage(tx, channel, ts)
  if (!message)
    throw new Refusal('cannot_find_message', `No message of ${channel.id} has the ts ${JSON.stringify(ts)}.`)
  if (message.notice || message.streaming_state === 'in_progress')
    throw new Refusal('cannot_unfurl_message', `The message ${ts} is a system message, or still streams.`)
  const links = findLinks(message.blocks)
  const domains = await findDomains(tx, app.id)
  const described = [...unfurls].map(([given, attachment]) => {
    const url = links.find((link) => isSameAddress(link, given))
    if (url === undefined) throw new Refusal('cannot_unfurl_message', `The message ${ts} has no link to ${given}.`)
    if (findDomain(url, domains) === undefined)
      throw new Refusal('cannot_unfurl_url', `The manifest of ${app.id} has no unfurl domain for ${given}.`)
    return { url, attachment }
  })
  const attachments = attachTo(message, app, described)
  const words = message.streaming_state === null ? jsonLength(message.text) + jsonLength(message.blocks) : 0
  if (words + jsonLength(message.metadata) + jsonLength(attachments) > maxLength.message)
    throw new Refusal(
      'attachment_payload_limit_exceeded',
      `The message ${ts} would be too large: it has at most ${maxLength.message} characters of JSON.`,
    )
  const { team_id: teamId, channel_id: channelId, user_id: subject } = message
  await tx
    .updateTable('messages')
    .set({ attachments })
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
    .execute()
  await indexMessage(tx, { ...message, attachments })
  const change = { type: 'changed', before: toChangeableFields(message) } as const
  tx.work.log(logEntry('message', teamId, { channelId, ts, subject, change }))
}

function attachTo(
  message: MessageRow,
  app: CallingApp,
  described: readonly { url: string; attachment: GivenAttachment }[],
): Attachment[] {
  const urls = new Set(described.map(({ url }) => url))
  const kept = (message.attachments ?? []).filter(
    ({ app_id: by, from_url: url }) => by !== app.id || url === undefined || !urls.has(url),
  )
  const lastId = Math.max(0, ...kept.map(({ id }) => id))
  const made = toStoredAttachments(described.map(({ attachment }) => attachment)) ?? []
  const added = made.map((attachment, i) => {
    const url = described[i]?.url
    const about = { from_url: url, app_unfurl_url: url, is_app_unfurl: true as const }
    return { ...attachment, id: lastId + i + 1, ...about, app_id: app.id, bot_id: app.botId }
  })
  return [...kept, ...added]
}

function isSameAddress(link: string, given: string): boolean {
  return link === given || URL.parse(link)?.href === URL.parse(given.replaceAll('&amp;', '&'))?.href
}

async function findDomains(db: Db, appId: string): Promise<readonly string[]> {
  const row = await db.selectFrom('apps').select('manifest').where('id', '=', appId).executeTakeFirst()
  return row ? readManifest(row.manifest, appId).unfurlDomains : []
}

/** [UNF-1] The domain of these that the host of a link is in. */
export function findDomain(url: string, domains: readonly string[]): string | undefined {
  const host = URL.parse(url)?.hostname
  return domains.find((domain) => host === domain.toLowerCase() || host?.endsWith(`.${domain.toLowerCase()}`))
}

/** The apps of a team that describe links, with the links of a message that are theirs. */
export async function findUnfurlingApps(db: Db, teamId: string, links: readonly string[]) {
  if (links.length === 0) return []
  const rows = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .select(['apps.id', 'bot_user', 'manifest'])
    .where('installations.team_id', '=', teamId)
    .where('removed', '=', false)
    .execute()
  return rows.flatMap(({ id, bot_user: botUser, manifest }) => {
    const { unfurlDomains } = readManifest(manifest, id)
    const own = links.flatMap((url) => {
      const domain = findDomain(url, unfurlDomains)
      return domain === undefined ? [] : [{ domain, url }]
    })
    return own.length > 0 ? [{ id, botUser, links: own }] : []
  })
}

/** [UNF-1] Names a message in an event. It holds no secret: the app needs access to the channel either way. */
export function toUnfurlId(channelId: string, ts: string): string {
  return `${channelId}.${ts}`
}

export function parseUnfurlId(id: string): { channel: string; ts: string } | undefined {
  const [, channel, ts] = /^([CDG][A-Z0-9]+)\.(\d{10}\.\d{6})$/.exec(id) ?? []
  return channel === undefined || ts === undefined ? undefined : { channel, ts }
}
