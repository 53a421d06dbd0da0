import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables'

export type MessageRow = Selectable<Tables['messages']>

/** A message of a channel that is not deleted. */
export function findMessage(
  db: Db,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', ts)
    .where('deleted', '=', false)
    .executeTakeFirst()
}
