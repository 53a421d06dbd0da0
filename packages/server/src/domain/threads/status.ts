import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { CallingApp } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { now } from '#domain/clock'
import { entry } from '#domain/log/entry'
import type { Appearance } from '#domain/messages/post'
import { settingsOf } from '#domain/settings/settings'

export type StatusRow = Selectable<Tables['statuses']>

/** Milliseconds by which a machine's clock is put right now and then. */
const clockError = 1000

export interface NewStatus {
  channel: Channel
  threadTs: string
  app: CallingApp
  /** The bot user as whom the app acts. */
  userId: string
  /** Without the app's name. */
  text: string
  loadingMessages: readonly string[]
  appearance: Appearance
}

/** [STA-1, STA-2] Shows a status; it carries the moment at which it ends. White space alone clears. */
export async function setStatus(tx: Tx, status: NewStatus): Promise<void> {
  const { channel, threadTs, app, appearance } = status
  if (status.text.trim() === '') return clearStatus(tx, channel, threadTs, app.id)
  const { status: rules } = await settingsOf(tx)
  const shown = {
    text: `${appearance.username ?? app.name} ${status.text}`,
    user_id: status.userId,
    loading_messages: [...status.loadingMessages],
    username: appearance.username ?? null,
    icon_emoji: appearance.iconEmoji ?? null,
    icon_url: appearance.iconEmoji ? null : (appearance.iconUrl ?? null),
    ends_at: now() + rules.timeout,
  }
  await tx
    .insertInto('statuses')
    .values({ team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, app_id: app.id, ...shown })
    .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts', 'app_id']).doUpdateSet(shown))
    .execute()
  tx.work.log(statusEntry(channel, threadTs, app.id))
}

export async function clearStatus(tx: Tx, channel: Channel, threadTs: string, appId: string): Promise<void> {
  const cleared = await tx
    .deleteFrom('statuses')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', '=', threadTs)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  if (cleared.numDeletedRows > 0n) tx.work.log(statusEntry(channel, threadTs, appId))
}

/** Takes away what apps do in a thread that is no more. */
export async function clearStatuses(tx: Tx, channel: { team_id: string; id: string }, threadTs: string): Promise<void> {
  const cleared = await tx
    .deleteFrom('statuses')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', '=', threadTs)
    .returning('app_id')
    .execute()
  for (const { app_id: appId } of cleared) tx.work.log(statusEntry(channel, threadTs, appId))
}

/** Takes away what an app does anywhere in a team. */
export async function clearStatusesOf(tx: Tx, teamId: string, appId: string): Promise<void> {
  const cleared = await tx
    .deleteFrom('statuses')
    .where('team_id', '=', teamId)
    .where('app_id', '=', appId)
    .returning(['channel_id', 'thread_ts'])
    .execute()
  for (const { channel_id: id, thread_ts: ts } of cleared) tx.work.log(statusEntry({ team_id: teamId, id }, ts, appId))
}

function statusEntry(channel: { team_id: string; id: string }, threadTs: string, appId: string) {
  return entry('status', channel.team_id, { channelId: channel.id, ts: threadTs, subject: appId })
}

/** The statuses that are shown now: one whose end has passed is not, whether or not its row is still there. */
export async function liveStatuses(
  db: Db,
  channel: { team_id: string; id: string },
  threadTs?: string,
): Promise<StatusRow[]> {
  let query = db
    .selectFrom('statuses')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ends_at', '>', now())
    .where('ends_at', '<=', await latestEnd(db))
  if (threadTs !== undefined) query = query.where('thread_ts', '=', threadTs)
  return query.orderBy('ends_at').execute()
}

/** Viewers take a status down at its end by themselves; this tells those whose clock is another. */
export async function forgetStatuses(tx: Tx): Promise<void> {
  const latest = await latestEnd(tx)
  const over = await tx
    .deleteFrom('statuses')
    .where((where) => where.or([where('ends_at', '<=', now()), where('ends_at', '>', latest)]))
    .returning(['team_id', 'channel_id', 'thread_ts', 'app_id'])
    .execute()
  for (const { team_id, channel_id: id, thread_ts, app_id } of over)
    tx.work.log(statusEntry({ team_id, id }, thread_ts, app_id))
}

/** One that would end later was set before the clock was put back; it would outlive its time. */
async function latestEnd(db: Db): Promise<number> {
  const { status } = await settingsOf(db)
  return now() + status.timeout + clockError
}
