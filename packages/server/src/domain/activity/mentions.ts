import { mentionsOf } from '@rivulet/blocks/mentions'
import type { Tx } from '#store/db'
import type { MessageRow } from '#domain/messages/find'

/** [REA-4] Keeps in the database whom a message mentions. Nobody is mentioned by themselves. */
export async function recordMentions(tx: Tx, message: MessageRow, isNew: boolean): Promise<void> {
  const { team_id, channel_id, ts, user_id: author, deleted, text, blocks } = message
  if (!isNew)
    await tx.send(
      tx
        .deleteFrom('mentions')
        .where('team_id', '=', team_id)
        .where('channel_id', '=', channel_id)
        .where('ts', '=', ts),
    )
  if (deleted) return
  const targets = mentionsOf(text, blocks).filter((one) => one !== author)
  for (let i = 0; i < targets.length; i += 1000)
    await tx.send(
      tx
        .insertInto('mentions')
        .values(
          targets
            .slice(i, i + 1000)
            .map((one) => ({ team_id, channel_id, ts, target: one === 'everyone' ? channel_id : one })),
        )
        .onConflict((conflict) => conflict.doNothing()),
    )
}
