import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { CallingApp } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import type { Appearance } from '#domain/messages/appearance'
import { getSettings } from '#domain/settings/settings'

export type StatusRow = Selectable<Tables['statuses']>

/** By how much the machine's clock may be corrected now and then, milliseconds. */
const clockToleranceMs = 1000

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

/** [STA-1, STA-2] Sets the status of an app in a thread, with the time at which it ends. A blank text clears it. */
export async function setStatus(tx: Tx, status: NewStatus): Promise<void> {
  const { channel, threadTs, app, appearance } = status
  if (status.text.trim() === '') return clearStatus(tx, channel, threadTs, app.id)
  const { status: rules } = await getSettings(tx)
  const shown = {
    text: `${appearance.username ?? app.name} ${status.text}`,
    user_id: status.userId,
    loading_messages: [...status.loadingMessages],
    username: appearance.username ?? null,
    icon_emoji: appearance.iconEmoji ?? null,
    icon_url: appearance.iconEmoji ? null : (appearance.iconUrl ?? null),
    ends_at: tx.clock.now() + rules.timeout,
  }
  const row = { team_id: channel.team_id, channel_id: channel.id, thread_ts: threadTs, app_id: app.id, ...shown }
  await tx.send(
    tx
      .insertInto('statuses')
      .values(row)
      .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'thread_ts', 'app_id']).doUpdateSet(shown)),
  )
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

/** Clears every status of a thread that was deleted. */
export async function clearThreadStatuses(
  tx: Tx,
  channel: { team_id: string; id: string },
  threadTs: string,
): Promise<void> {
  const cleared = await tx
    .deleteFrom('statuses')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', '=', threadTs)
    .returning('app_id')
    .execute()
  for (const { app_id: appId } of cleared) tx.work.log(statusEntry(channel, threadTs, appId))
}

/** Clears every status of an app in a team. */
export async function clearAppStatuses(tx: Tx, teamId: string, appId: string): Promise<void> {
  const cleared = await tx
    .deleteFrom('statuses')
    .where('team_id', '=', teamId)
    .where('app_id', '=', appId)
    .returning(['channel_id', 'thread_ts'])
    .execute()
  for (const { channel_id: id, thread_ts: ts } of cleared) tx.work.log(statusEntry({ team_id: teamId, id }, ts, appId))
}

export function statusEntry(channel: { team_id: string; id: string }, threadTs: string, appId: string) {
  return logEntry('status', channel.team_id, { channelId: channel.id, ts: threadTs, subject: appId })
}

/** Lists the statuses that are shown now. One whose end has passed is not, even if its row still exists. */
export async function listLiveStatuses(
  db: Db,
  channel: { team_id: string; id: string },
  threadTs?: string,
): Promise<StatusRow[]> {
  let query = db
    .selectFrom('statuses')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ends_at', '>', db.clock.now())
    .where('ends_at', '<=', await latestPossibleEnd(db))
  if (threadTs !== undefined) query = query.where('thread_ts', '=', threadTs)
  return query.orderBy('ends_at').execute()
}

/** A status that ends later than this was set before the clock was put back, and would stay too long. */
export async function latestPossibleEnd(db: Db): Promise<number> {
  const { status } = await getSettings(db)
  return db.clock.now() + status.timeout + clockToleranceMs
}
