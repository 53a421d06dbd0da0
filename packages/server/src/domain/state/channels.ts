import type { Db } from '#store/db'
import { byText } from './canonical.ts'
import type { ChannelState } from './state.ts'

/** The channels of a team, with their members, pins and bookmarks. */
export async function readChannels(db: Db, teamId: string): Promise<ChannelState[]> {
  const [channels, members, pins, bookmarks] = [
    await db.selectFrom('channels').selectAll().where('team_id', '=', teamId).where('deleted', '=', false).execute(),
    await db.selectFrom('members').select(['channel_id', 'user_id']).where('team_id', '=', teamId).execute(),
    await db.selectFrom('pins').select(['channel_id', 'ts', 'user_id']).where('team_id', '=', teamId).execute(),
    await db.selectFrom('bookmarks').selectAll().where('team_id', '=', teamId).execute(),
  ]
  const membersOf = Map.groupBy(members, ({ channel_id: channel }) => channel)
  const pinsOf = Map.groupBy(pins, ({ channel_id: channel }) => channel)
  const bookmarksOf = Map.groupBy(bookmarks, ({ channel_id: channel }) => channel)
  return channels
    .map(({ id, name, kind, archived, topic, purpose, creator }) => ({
      id,
      name,
      kind,
      archived,
      topic,
      purpose,
      ...(creator === null ? {} : { creator }),
      members: (membersOf.get(id) ?? []).map(({ user_id: user }) => user).toSorted(byText),
      pins: (pinsOf.get(id) ?? [])
        .map(({ ts, user_id: user }) => ({ ts, user }))
        .toSorted((a, b) => byText(a.ts, b.ts)),
      bookmarks: (bookmarksOf.get(id) ?? [])
        .toSorted((a, b) => byText(a.rank, b.rank) || byText(a.id, b.id))
        .map(({ id: bookmark, title, link, emoji }) => ({ id: bookmark, title, link, emoji })),
    }))
    .toSorted((a, b) => byText(a.id, b.id))
}
