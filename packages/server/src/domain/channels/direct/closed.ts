import { type Channel, isBetweenFixedMembers } from '#domain/channels/find'
import type { Caller } from '#domain/access/caller'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'

/** [ROM-11] Closes a direct message for the caller, until something new is posted there. Returns whether it was open. */
export async function closeDirectMessage(tx: Tx, caller: Caller, channel: Channel): Promise<boolean> {
  checkDirectMessage(channel)
  const { closedAt, lastTs } = await findClosing(tx, channel, caller.userId)
  if (isClosed(closedAt, lastTs)) return false
  await setClosed(tx, channel, caller, lastTs)
  return true
}

/** [ROM-11] Opens a direct message for the caller again. Returns whether it was closed. */
export async function reopenDirectMessage(tx: Tx, caller: Caller, channel: Channel): Promise<boolean> {
  const { closedAt, lastTs } = await findClosing(tx, channel, caller.userId)
  if (!isClosed(closedAt, lastTs)) return false
  await setClosed(tx, channel, caller, null)
  return true
}

export function checkDirectMessage(channel: Channel): void {
  if (isBetweenFixedMembers(channel)) return
  throw new Refusal('method_not_supported_for_channel_type', `${channel.id} is not a direct message.`)
}

/** Whether nothing was posted since it was closed. */
function isClosed(closedAt: number | null, lastTs: number): boolean {
  return closedAt !== null && lastTs <= closedAt
}

async function findClosing(db: Tx, channel: Channel, userId: string) {
  const row = await db
    .selectFrom('members')
    .innerJoin('channels', (join) =>
      join.onRef('channels.team_id', '=', 'members.team_id').onRef('channels.id', '=', 'members.channel_id'),
    )
    .select(['closed_at', 'last_ts'])
    .where('members.team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { closedAt: row?.closed_at ?? null, lastTs: row?.last_ts ?? 0 }
}

async function setClosed(tx: Tx, channel: Channel, caller: Caller, closedAt: number | null): Promise<void> {
  await tx
    .updateTable('members')
    .set({ closed_at: closedAt })
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', caller.userId)
    .execute()
  const change = { type: closedAt === null ? 'opened' : 'closed' } as const
  tx.work.log(logEntry('read', channel.team_id, { channelId: channel.id, subject: caller.userId, change }))
}
