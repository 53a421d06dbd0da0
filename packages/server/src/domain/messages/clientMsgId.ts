import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { actInTeamOf, findChannel, isVisibleTo } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import type { MessageRow } from './find.ts'

/**
 * [ORD 13, STR-15] Finds the message that the caller has already sent with this `client_msg_id`. Locks the id until the
 * transaction ends, so that of two equal calls at once the second finds the message of the first.
 */
export async function findDuplicateMessage(
  tx: Tx,
  caller: Caller,
  clientMsgId: string | undefined,
  channelId: string,
): Promise<MessageRow | undefined> {
  if (clientMsgId === undefined) return undefined
  const acting = await actInTeamOf(tx, caller, channelId)
  await tx.lock(`client_msg_id ${acting?.teamId} ${clientMsgId}`)
  const row = await tx
    .selectFrom('messages')
    .selectAll()
    .where('team_id', '=', acting?.teamId ?? '')
    .where('client_msg_id', '=', clientMsgId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (!row) return undefined
  const channel = await findChannel(tx, row.team_id, row.channel_id)
  if (!channel || !isVisibleTo(channel, caller)) {
    throw new Refusal(
      'duplicate_channel_not_found',
      `The message with client_msg_id ${clientMsgId} is in a channel that is gone.`,
    )
  }
  if (row.deleted) {
    throw new Refusal('duplicate_message_not_found', `The message with client_msg_id ${clientMsgId} was deleted.`)
  }
  return row
}
