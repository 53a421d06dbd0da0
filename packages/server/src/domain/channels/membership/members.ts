import type { Channel } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import { postSystemMessage } from '#domain/messages/systemMessages'
import type { Tx } from '#store/db'

export async function addMembers(
  tx: Tx,
  channel: Channel,
  userIds: readonly string[],
  inviter?: string,
): Promise<void> {
  const rows = userIds.map((user_id) => ({
    team_id: channel.team_id,
    channel_id: channel.id,
    user_id,
    joined_at: tx.clock.now(),
  }))
  await tx.insertInto('members').values(rows).execute()
  const change = { type: 'joined', inviter: inviter ?? null } as const
  for (const subject of userIds) {
    tx.work.log(logEntry('member', channel.team_id, { channelId: channel.id, subject, change }))
    await postSystemMessage(tx, channel, subject, { subtype: 'channel_join', ...(inviter ? { inviter } : {}) })
  }
}

type LeavableChannel = Pick<Channel, 'team_id' | 'id' | 'kind' | 'archived' | 'deleted'>

/** `by`: who removed them, or they themselves. Undefined if the app was uninstalled or the person deactivated. */
export async function removeMember(tx: Tx, channel: LeavableChannel, userId: string, by?: string): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', userId)
    .execute()
  const change = { type: 'left', ...(by === undefined ? {} : { by }) } as const
  tx.work.log(logEntry('member', channel.team_id, { channelId: channel.id, subject: userId, change }))
  // A canvas holds no messages, and an archived or deleted channel takes none.
  if (channel.kind === 'canvas' || channel.archived || channel.deleted) return
  await postSystemMessage(tx, channel, userId, { subtype: 'channel_leave' })
}
