import type { Caller } from '#domain/access/caller'
import type { Channel } from './find.ts'
import { logEntry } from '#domain/log/entry'
import { postSystemMessage } from '#domain/messages/systemMessages'
import type { Change } from '#store/tables/change'
import type { Tx } from '#store/db'
import type { Notice } from '#store/tables/notice'

export type ChangedColumns = Partial<
  Pick<Channel, 'archived' | 'name' | 'topic' | 'topic_by' | 'topic_at' | 'purpose' | 'purpose_by' | 'purpose_at'>
>

/**
 * Writes changed columns, logs the change and posts a system message about it. `change` is the event that apps receive
 * next to the message, if there is one.
 */
export async function applyChange(
  tx: Tx,
  channel: Channel,
  by: Caller,
  set: ChangedColumns,
  notice: Notice,
  change?: Change,
): Promise<void> {
  await tx
    .updateTable('channels')
    .set(set)
    .where('team_id', '=', channel.team_id)
    .where('id', '=', channel.id)
    .execute()
  tx.work.log(logEntry('channel', channel.team_id, { channelId: channel.id, ...(change ? { change } : {}) }))
  await postSystemMessage(tx, channel, by.userId, notice)
}
