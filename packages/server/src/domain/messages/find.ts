import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type MessageRow = Selectable<Tables['messages']>

/** Finds a message that is not deleted. */
export function findMessage(
  db: Db,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<MessageRow | undefined> {
  return selectMessage(db, channel, ts).where('deleted', '=', false).executeTakeFirst()
}

/** Finds a message as people see it: also the placeholder of a deleted root that has replies. */
export function findShownMessage(
  db: Db,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<MessageRow | undefined> {
  return selectMessage(db, channel, ts).where(isShown).executeTakeFirst()
}

/** Finds those of these messages that people see. */
export async function findShownMessages(
  db: Db,
  channel: { team_id: string; id: string },
  allTs: readonly string[],
): Promise<MessageRow[]> {
  if (allTs.length === 0) return []
  return selectMessages(db, channel).where('ts', 'in', allTs).where(isShown).execute()
}

/** [MSG-5] A deleted root is still shown, without its content, as long as it has replies. */
export function isShown(where: ExpressionBuilder<Tables, 'messages'>) {
  const reply = where
    .selectFrom('messages as reply')
    .select('reply.ts')
    .whereRef('reply.team_id', '=', 'messages.team_id')
    .whereRef('reply.channel_id', '=', 'messages.channel_id')
    .whereRef('reply.thread_ts', '=', 'messages.ts')
    .where('reply.deleted', '=', false)
  return where.or([where('messages.deleted', '=', false), where.exists(reply)])
}

/** Selects a message, even a deleted one. */
export function selectMessage(db: Db, channel: { team_id: string; id: string }, ts: string) {
  return selectMessages(db, channel).where('ts', '=', ts)
}

/** Selects the messages of a channel, even deleted ones. */
export function selectMessages(db: Db, channel: { team_id: string; id: string }) {
  return db
    .selectFrom('messages')
    .selectAll('messages')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
}
