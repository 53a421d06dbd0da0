import { type Caller } from '#domain/access/caller'
import { findUser } from '#domain/people/users'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type ChannelKind = Tables['channels']['kind']

/** Whose rights a search has, and how far it goes. */
export interface Searcher {
  teamId: string
  userId: string
  /** The kinds of channel that are searched. Canvases never are. */
  kinds: readonly ChannelKind[]
  timeZone: string
}

const allKinds: readonly ChannelKind[] = ['public', 'private', 'im', 'mpim']

export async function searcherOf(
  db: Db,
  { teamId, userId }: Pick<Caller, 'teamId' | 'userId'>,
  kinds: readonly ChannelKind[] = allKinds,
): Promise<Searcher> {
  return { teamId, userId, kinds, timeZone: (await findUser(db, teamId, userId))?.tz ?? 'UTC' }
}

/** [SRC-4] Selects the ids of the channels that are searched: public ones, and those of the searcher. */
export function selectSearchedChannels(db: Db, { teamId, userId, kinds }: Searcher) {
  return db
    .selectFrom('channels')
    .select('channels.id')
    .where('channels.team_id', '=', teamId)
    .where('channels.deleted', '=', false)
    .where('channels.kind', 'in', kinds)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('channels.kind', '=', 'public'),
        exists(
          selectFrom('members')
            .select('members.user_id')
            .whereRef('members.team_id', '=', 'channels.team_id')
            .whereRef('members.channel_id', '=', 'channels.id')
            .where('members.user_id', '=', userId),
        ),
      ]),
    )
}
