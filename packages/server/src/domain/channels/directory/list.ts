import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Caller } from '#domain/access/caller'
import { type Channel, findChannels, selectVisibleChannels } from '#domain/channels/find'

export interface ChannelListing {
  kinds: readonly Tables['channels']['kind'][]
  archived: boolean
  after: string
  limit: number
  /** Only channels that this user is a member of. */
  member?: string
}

/** Lists the channels of the caller's team that they can see, ordered by id. */
export async function listChannels(
  db: Db,
  caller: Caller,
  listing: ChannelListing,
): Promise<{ channels: Channel[]; next: string | undefined }> {
  let query = selectVisibleChannels(db, caller)
    .select('channels.id')
    .where('channels.id', '>', listing.after)
    .where('kind', 'in', listing.kinds)
  if (!listing.archived) query = query.where('archived', '=', false)
  const { member } = listing
  if (member !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('members as theirs')
          .select('theirs.user_id')
          .whereRef('theirs.team_id', '=', 'channels.team_id')
          .whereRef('theirs.channel_id', '=', 'channels.id')
          .where('theirs.user_id', '=', member),
      ),
    )
  }
  const rows = await query
    .orderBy('channels.id')
    .limit(listing.limit + 1)
    .execute()
  const ids = rows.slice(0, listing.limit).map((row) => row.id)
  const channels = await findChannels(db, caller.teamId, ids)
  return { channels, next: rows.length > listing.limit ? ids.at(-1) : undefined }
}

/** [ROM-13] The ids of the channels and direct messages that a person is in, without archived ones. */
export async function listJoinedChannels(db: Db, { teamId, userId }: Caller): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('channels', (join) =>
      join.onRef('channels.team_id', '=', 'members.team_id').onRef('channels.id', '=', 'members.channel_id'),
    )
    .select('channels.id')
    .where('members.team_id', '=', teamId)
    .where('members.user_id', '=', userId)
    .where('archived', '=', false)
    .where('deleted', '=', false)
    .where('kind', '<>', 'canvas')
    // By this column SQLite walks through the channels of the person, by `channels.id` through all of the team.
    .orderBy('members.channel_id')
    .execute()
  return rows.map(({ id }) => id)
}
