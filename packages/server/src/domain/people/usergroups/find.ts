import type { Selectable } from 'kysely'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type Usergroup = Selectable<Tables['usergroups']>

/** All user groups of a team by handle, also those that are not in use. */
export function listUsergroups(db: Db, teamId: string): Promise<Usergroup[]> {
  return db.selectFrom('usergroups').selectAll().where('team_id', '=', teamId).orderBy('handle').execute()
}

/** The user groups of a team that somebody is in and that are in use. */
export async function listUsergroupsOf(db: Db, teamId: string, userId: string): Promise<Usergroup[]> {
  const groups = await listUsergroups(db, teamId)
  return groups.filter((group) => group.disabled_at === null && group.users.includes(userId))
}

export function findUsergroup(db: Db, teamId: string, id: string): Promise<Usergroup | undefined> {
  return db.selectFrom('usergroups').selectAll().where('team_id', '=', teamId).where('id', '=', id).executeTakeFirst()
}

/** Refuses an id that no group of the team has. */
export async function findKnownUsergroup(db: Db, teamId: string, id: string): Promise<Usergroup> {
  return (await findUsergroup(db, teamId, id)) ?? refuseUnknown(id)
}

/** Refuses a group that is not in use, unless the caller wants those too. */
export async function findListedUsergroup(
  db: Db,
  teamId: string,
  id: string,
  includesDisabled: boolean,
): Promise<Usergroup> {
  const group = await findKnownUsergroup(db, teamId, id)
  return group.disabled_at === null || includesDisabled ? group : refuseUnknown(id)
}

function refuseUnknown(id: string): never {
  throw new Refusal('no_such_subteam', `"usergroup": the team has no user group ${JSON.stringify(id)} in use.`)
}
