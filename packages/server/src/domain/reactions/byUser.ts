import type { Db } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { contentColumns, fitOnPage, storedBytes } from '#domain/page'
import type { MessageRow } from '#domain/messages/find'

export interface ReactedListing {
  /** `<ts> <channel>` of the last message of the previous page; `''` to begin after `skip` messages. */
  after: string
  skip: number
  limit: number
}

/** How many reactions one call looks at. A cursor goes on behind them. */
const maxReactions = 5000

/** [RCT-5] Lists the messages that a user has reacted to, in channels that the caller is a member of, newest first. */
export async function listReactedMessages(
  db: Db,
  caller: Caller,
  userId: string,
  { after, skip, limit }: ReactedListing,
): Promise<{ rows: MessageRow[]; total: number; next: string | undefined }> {
  const counted = visible(db, caller, newestReactions(db, caller.teamId, userId, ''))
  const { total } = await db
    .selectFrom(counted.as('target'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const newest = newestReactions(db, caller.teamId, userId, after)
  const targets = visible(db, caller, newest)
    .orderBy('reaction.ts', 'desc')
    .orderBy('reaction.channel_id')
    .offset(skip)
    .limit(limit + 1)
  const ordered = db
    .selectFrom(targets.as('target'))
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.team_id', '=', 'target.team_id')
        .onRef('messages.channel_id', '=', 'target.channel_id')
        .onRef('messages.ts', '=', 'target.ts'),
    )
    .orderBy('target.ts', 'desc')
    .orderBy('target.channel_id')
  const sizes = await ordered.select(storedBytes(...contentColumns).as('size')).execute()
  const page = fitOnPage(sizes.slice(0, limit), ({ size }) => size)
  const rows = await ordered.selectAll('messages').limit(page.length).execute()
  const last = rows.at(-1)
  if (sizes.length > page.length) return { rows, total, next: last && keyOfReacted(last) }
  const unread = await newest
    .clearLimit()
    .offset(maxReactions - 1)
    .limit(1)
    .executeTakeFirst()
  return { rows, total, next: unread && keyOfReacted(unread) }
}

/** Keyed by the index, so that a call costs the same however many reactions there are. */
export function newestReactions(db: Db, teamId: string, userId: string, after: string) {
  const newest = db
    .selectFrom('reactions')
    .select(['team_id', 'channel_id', 'ts'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .orderBy('ts', 'desc')
    .orderBy('channel_id')
    .limit(maxReactions)
  if (after === '') return newest
  const [ts = '', channel = ''] = after.split(' ')
  return newest
    .where('ts', '<=', ts)
    .where((where) => where.or([where('ts', '<', ts), where('channel_id', '>', channel)]))
}

/** The messages of these reactions, once each, that are in channels of the caller. */
function visible(db: Db, caller: Caller, reactions: ReturnType<typeof newestReactions>) {
  return db
    .selectFrom(reactions.as('reaction'))
    .select(['reaction.team_id', 'reaction.channel_id', 'reaction.ts'])
    .distinct()
    .where('reaction.channel_id', 'in', (from) =>
      from
        .selectFrom('members')
        .innerJoin('channels', (join) =>
          join.onRef('channels.team_id', '=', 'members.team_id').onRef('channels.id', '=', 'members.channel_id'),
        )
        .select('members.channel_id')
        .where('members.team_id', '=', caller.teamId)
        .where('members.user_id', '=', caller.userId)
        .where('channels.deleted', '=', false),
    )
}

/** The key of a message in the list of those that somebody reacted to. */
export function keyOfReacted({ ts, channel_id: channel }: Pick<MessageRow, 'ts' | 'channel_id'>): string {
  return `${ts} ${channel}`
}
