import type { Db } from '#store/db'
import type { Caller } from './caller.ts'
import { teamOf } from './grants.ts'
import { Refusal } from '#domain/refusal'

export function usergroupsOf(
  db: Db,
  teamId: string,
): Promise<{ id: string; handle: string; name: string; users: string[] }[]> {
  return db
    .selectFrom('usergroups')
    .select(['id', 'handle', 'name', 'users'])
    .where('team_id', '=', teamId)
    .orderBy('handle')
    .execute()
}

/** Custom emoji by name: an address, or `alias:other`. */
export async function emojiOf(db: Db, teamId: string): Promise<Record<string, string>> {
  const rows = await db.selectFrom('emoji').select(['name', 'value']).where('team_id', '=', teamId).execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** The team a call without a channel acts in: the token's own, or the one that an org-wide token names. */
export async function actingIn<C extends Caller>(
  db: Db,
  caller: C,
  teamId: string | undefined,
  argument = 'team_id',
): Promise<C> {
  if (caller.kind !== 'org') return caller
  if (!teamId) throw new Refusal('missing_argument', `An org-wide token has to name a team in \`${argument}\`.`)
  const team = await teamOf(db, teamId)
  if (!team || team.deleted || team.enterpriseId !== caller.enterpriseId) throw noSuchTeam(teamId)
  if (caller.teamsGranted && !caller.teamsGranted.includes(teamId)) {
    throw new Refusal('team_access_not_granted', `The app was not given access to ${teamId}.`)
  }
  return { ...caller, teamId }
}

export function noSuchTeam(id: string): Refusal {
  return new Refusal('team_not_found', `No team ${JSON.stringify(id)} that the token may look into.`)
}

export async function enterpriseName(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('enterprises').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}
