import type { Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { actingFor, findChannel, isVisibleTo } from '#domain/channels/find'
import { Refusal } from '#domain/refusal'
import type { MessageRow } from './find.ts'

/** [ORD 13, STR-15] The message that this app has already written under this `client_msg_id`, if any. */
export async function repeatedMessage(
  tx: Tx,
  caller: Caller,
  clientMsgId: string | undefined,
  channelId: string,
): Promise<MessageRow | undefined> {
  if (clientMsgId === undefined) return undefined
  const acting = await actingFor(tx, caller, channelId)
  await tx.alone(`client_msg_id ${acting?.teamId} ${clientMsgId}`)
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
