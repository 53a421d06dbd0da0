import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type MessageRow = Selectable<Tables['messages']>

/** A message of a channel that is not deleted. */
export function findMessage(
  db: Db,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<MessageRow | undefined> {
  return messageAt(db, channel, ts).where('deleted', '=', false).executeTakeFirst()
}

/** A message as people find it: also what is left of a deleted root that was answered. */
export function findStanding(
  db: Db,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<MessageRow | undefined> {
  return messageAt(db, channel, ts).where(isStanding).executeTakeFirst()
}

/** Those of these messages that people find. */
export async function standingAmong(
  db: Db,
  channel: { team_id: string; id: string },
  allTs: readonly string[],
): Promise<MessageRow[]> {
  if (allTs.length === 0) return []
  return messagesIn(db, channel).where('ts', 'in', allTs).where(isStanding).execute()
}

/** [MSG-5] A deleted root stays, without its words, as long as somebody's reply stands under it. */
export function isStanding(where: ExpressionBuilder<Tables, 'messages'>) {
  const reply = where
    .selectFrom('messages as reply')
    .select('reply.ts')
    .whereRef('reply.team_id', '=', 'messages.team_id')
    .whereRef('reply.channel_id', '=', 'messages.channel_id')
    .whereRef('reply.thread_ts', '=', 'messages.ts')
    .where('reply.deleted', '=', false)
  return where.or([where('messages.deleted', '=', false), where.exists(reply)])
}

/** Deleted or not. */
export function messageAt(db: Db, channel: { team_id: string; id: string }, ts: string) {
  return messagesIn(db, channel).where('ts', '=', ts)
}

function messagesIn(db: Db, channel: { team_id: string; id: string }) {
  return db
    .selectFrom('messages')
    .selectAll('messages')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
}
