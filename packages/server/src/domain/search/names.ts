import { displayNameOf } from '#domain/people/users'
import type { Db } from '#store/db'
import { type Searcher, selectSearchedChannels } from './searcher.ts'

/** The ids of the people and bot users that `from:` names: `me`, an id, a mention, or a name with or without `@`. */
export async function findNamedUsers(db: Db, { teamId, userId }: Searcher, value: string): Promise<string[]> {
  const name = bareName(value)
  if (name === 'me') return [userId]
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'real_name', 'display_name'])
    .where('team_id', '=', teamId)
    .where(({ or, eb, fn }) =>
      or([
        eb('id', '=', name.toUpperCase()),
        eb(fn('lower', ['name']), '=', name),
        eb(fn('lower', ['real_name']), '=', name),
        eb(fn('lower', ['display_name']), '=', name),
      ]),
    )
    .orderBy('id')
    .limit(50)
    .execute()
  const byId = rows.filter(({ id }) => id === name.toUpperCase())
  if (byId.length > 0) return byId.map(({ id }) => id)
  // The name that people see counts, and the handle.
  return rows
    .filter((row) => [row.name, row.real_name, displayNameOf(row)].some((known) => known.toLowerCase() === name))
    .map(({ id }) => id)
}

/**
 * The ids of the channels that `in:` names: an id, a mention, a name with or without `#`, or a person for the direct
 * message with them. Only channels that the search may see.
 */
export async function findNamedChannels(db: Db, searcher: Searcher, value: string): Promise<string[]> {
  const name = bareName(value)
  const rows = await selectSearchedChannels(db, searcher)
    .where(({ or, eb, fn }) =>
      or([
        eb('channels.id', '=', name.toUpperCase()),
        eb.and([eb(fn('lower', ['channels.name']), '=', name), eb('channels.kind', '!=', 'im')]),
      ]),
    )
    .limit(50)
    .execute()
  if (rows.length > 0) return rows.map(({ id }) => id)
  return findDirectMessages(db, searcher, await findNamedUsers(db, searcher, value))
}

/** The direct messages that the searcher has with these people. */
export async function findDirectMessages(db: Db, searcher: Searcher, users: readonly string[]): Promise<string[]> {
  if (users.length === 0) return []
  const rows = await selectSearchedChannels(db, searcher)
    .where('channels.kind', '=', 'im')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('members as theirs')
          .select('theirs.user_id')
          .whereRef('theirs.team_id', '=', 'channels.team_id')
          .whereRef('theirs.channel_id', '=', 'channels.id')
          .where('theirs.user_id', 'in', users),
      ),
    )
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

/** `<@U0ANA|ana>`, `@Ana` and `Ana` without what surrounds the name. */
function bareName(value: string): string {
  const [, id] = /^<[@#]([A-Z0-9]+)(?:\|[^>]*)?>$/.exec(value) ?? []
  return (id ?? value.replace(/^[@#]/, '')).toLowerCase()
}
