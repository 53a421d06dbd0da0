import type { Db } from '#store/db'
import type { Caller, CallingTeam } from './caller.ts'
import { Refusal } from '#domain/refusal'
import { CacheRegion } from '#store/cache'
import type { MaybePromise } from '#store/maybePromise'

/** Lets a call without a channel act in a team: that of the token, or the one that an org-wide token names. */
export async function actInTeam<C extends Caller>(
  db: Db,
  caller: C,
  teamId: string | undefined,
  argument = 'team_id',
): Promise<C> {
  if (caller.kind !== 'org') return caller
  if (!teamId) throw new Refusal('missing_argument', `An org-wide token has to name a team in \`${argument}\`.`)
  const team = await findTeam(db, teamId)
  if (!team || team.deleted || team.enterpriseId !== caller.enterpriseId) throw noSuchTeam(teamId)
  if (caller.teamsGranted && !caller.teamsGranted.includes(teamId)) {
    throw new Refusal('team_access_not_granted', `The app was not given access to ${teamId}.`)
  }
  return { ...caller, teamId }
}

export function noSuchTeam(id: string): Refusal {
  return new Refusal('team_not_found', `No team ${JSON.stringify(id)} that the token may look into.`)
}

export async function findEnterpriseName(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('enterprises').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}

export async function listTeamIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('teams').select('id').execute()).map(({ id }) => id)
}

export async function loadTeam(db: Db, id: string): Promise<CallingTeam | undefined> {
  const row = await db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { name, domain, deleted, state, policies } = row
  return { id, name, domain, enterpriseId: row.enterprise_id ?? undefined, deleted, state, policies }
}

const teams = new CacheRegion<CallingTeam>((entry) => (entry.kind === 'team' ? entry.team_id : undefined))

export function findTeam(db: Db, id: string): MaybePromise<CallingTeam | undefined> {
  return teams.get(db, id, () => loadTeam(db, id))
}
