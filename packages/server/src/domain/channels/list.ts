import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel } from './find.ts'

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
  let query = db
    .selectFrom('channels')
    .leftJoin('members', (join) =>
      join
        .onRef('members.team_id', '=', 'channels.team_id')
        .onRef('members.channel_id', '=', 'channels.id')
        .on('members.user_id', '=', caller.userId),
    )
    .select('channels.id')
    .where('channels.team_id', '=', caller.teamId)
    .where('channels.id', '>', listing.after)
    .where('deleted', '=', false)
    .where('kind', 'in', listing.kinds)
    .where((where) => where.or([where('kind', '=', 'public'), where('members.user_id', 'is not', null)]))
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
  const channels: Channel[] = []
  for (const id of ids) {
    const channel = await findChannel(db, caller.teamId, id)
    if (channel) channels.push(channel)
  }
  return { channels, next: rows.length > listing.limit ? ids.at(-1) : undefined }
}
