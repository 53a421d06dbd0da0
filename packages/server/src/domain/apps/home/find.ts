import type { Change } from '#store/tables/change'
import type { Db, Tx } from '#store/db'
import type { Caller, CallingApp } from '#domain/access/caller'
import { type Channel, findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import { readManifest } from '#domain/apps/manifest'
import { findReachableChannel } from '#domain/channels/access'

/** The id of the channel that a person views next to an app. */
export type ViewedChannel = string | undefined

interface AppHome {
  channel: Channel
  app: CallingApp
  facts: ReturnType<typeof readManifest>
}

export async function requireAppHome(db: Db, person: Caller, channelId: string): Promise<AppHome> {
  const { channel } = await findReachableChannel(db, person, channelId)
  const home = channel.kind === 'im' ? await findAppHome(db, person, channel) : undefined
  if (!home) throw noSuchChannel(channelId)
  return home
}

export async function findAppHome(db: Db, person: Caller, channel: Channel): Promise<AppHome | undefined> {
  const other = [...channel.members].find((member) => member !== person.userId)
  const row = await db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .select(['apps.id', 'bot_id', 'bot_user', 'manifest'])
    .where('bot_user', '=', other ?? '')
    .where('installations.team_id', '=', channel.team_id)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (!row) return undefined
  const facts = readManifest(row.manifest, row.id)
  const { name, messagesTab, agent, handlesStop } = facts
  const app = { id: row.id, botId: row.bot_id, botUser: row.bot_user, name, messagesTab, agent, handlesStop }
  return { channel, facts, app }
}

export function toBotCaller(app: CallingApp, channel: Channel): Caller {
  return {
    kind: 'bot',
    teamId: channel.team_id,
    userId: app.botUser,
    app,
    scopes: [],
    enterpriseId: undefined,
    teamsGranted: undefined,
  }
}

/** [EVT-10] Returns the viewed channel if both the person and the app may know of it, or null. */
export async function visibleToBoth(
  db: Db,
  person: Caller,
  { channel, app }: AppHome,
  viewedChannel: ViewedChannel,
): Promise<string | null> {
  if (viewedChannel === undefined || viewedChannel === channel.id) return null
  const channelOfBoth = await findChannel(db, channel.team_id, viewedChannel)
  if (!channelOfBoth || !isVisibleTo(channelOfBoth, person) || !isVisibleTo(channelOfBoth, toBotCaller(app, channel)))
    return null
  return channelOfBoth.blocked_apps.includes(app.id) ? null : channelOfBoth.id
}

/** Logs an event for the app. An event that it does not subscribe to is not logged. */
export function logForApp(
  tx: Tx,
  person: Caller,
  { channel, facts }: AppHome,
  event: string,
  change: Change,
  ts?: string,
): void {
  if (!facts.events.includes(event)) return
  const about = { channelId: channel.id, subject: person.userId, change, ...(ts === undefined ? {} : { ts }) }
  tx.work.log(logEntry('app', channel.team_id, about))
}
