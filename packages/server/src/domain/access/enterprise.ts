import { sql } from 'kysely'
import type { Db, Tx } from '#store/db'
import { actInTeamOf, findChannel, isChannelId, isVisibleTo } from '#domain/channels/find'
import { hashToken } from '#domain/ids'
import type { Caller } from './caller.ts'
import type { Grant } from './grants.ts'
import { findTeam } from './teams.ts'

/** What says in which team a call of an org-wide token acts: a channel, a team, or what the call is about. */
export interface NamedTeam {
  channel?: unknown
  team?: unknown
  subject?: Subject | undefined
}

/** Something that is in one team, or a bot user, who may be in several. */
export interface Subject {
  type: keyof typeof subjects
  id: string
}

/** The table of each, and the column by which it is named. */
const subjects = {
  user: ['users', 'id'],
  trigger: ['triggers', 'hash'],
  view: ['views', 'id'],
  externalView: ['views', 'external_id'],
  run: ['function_executions', 'id'],
} as const

/**
 * [ORD 8] Moves the grant of an org-wide token into the team that the call names, by its id, by a channel or
 * by what the call is about. From then on the rules of that team apply. A channel that the token cannot see names no team, so
 * that it stays hidden. Neither does anything name a team that did not let the app in: the call acts in none.
 */
export async function grantInTeam(db: Db, grant: Grant, named: NamedTeam): Promise<Grant> {
  const id = named.subject
    ? await findTeamOfSubject(db, grant.caller, named.subject, named.team)
    : ((await findTeamOfChannel(db, grant, named.channel)) ?? named.team)
  const team = typeof id === 'string' ? await findTeam(db, id) : undefined
  if (!team || team.deleted || team.enterpriseId !== grant.caller.enterpriseId || !isGranted(grant.caller, team.id))
    return grant
  const caller = { ...grant.caller, teamId: team.id }
  return { ...grant, caller, team, twoFactor: await installerHasTwoFactor(db, caller.app?.id, team.id) }
}

async function findTeamOfChannel(db: Db, { caller }: Grant, id: unknown): Promise<string | undefined> {
  if (typeof id !== 'string' || !isChannelId(id)) return undefined
  const acting = await actInTeamOf(db, caller, id)
  const channel = acting && (await findChannel(db, acting.teamId, id))
  return channel && isVisibleTo(channel, acting) ? acting.teamId : undefined
}

/** Finds the team of a subject among those that let the app in. Of several, it is the preferred one. */
export async function findTeamOfSubject(
  db: Db,
  caller: Caller,
  { type, id }: Subject,
  preferred?: unknown,
): Promise<string | undefined> {
  const [table, column] = subjects[type]
  const ofApp = type === 'user' ? sql`` : sql` and app_id = ${caller.app?.id ?? ''}`
  const rows = await db
    .selectFrom('teams')
    .select('id')
    .where('enterprise_id', '=', caller.enterpriseId ?? '')
    .where('deleted', '=', false)
    .where(
      sql<boolean>`exists (
        select 1 from ${sql.table(table)} as subject
        where team_id = teams.id and ${sql.ref(`subject.${column}`)} = ${type === 'trigger' ? hashToken(id) : id}${ofApp}
      )`,
    )
    .orderBy('id')
    .execute()
  const teams = rows.map((team) => team.id).filter((team) => isGranted(caller, team))
  return teams.find((team) => team === preferred) ?? teams[0]
}

/** Whether a team let the app in. Without a list, every team of the enterprise did. */
function isGranted({ teamsGranted }: Caller, teamId: string): boolean {
  return teamsGranted?.includes(teamId) ?? true
}

/** Whether the person who installed the app in the team has two-factor authentication. Undefined if no installer is known. */
async function installerHasTwoFactor(db: Db, appId: string | undefined, teamId: string): Promise<boolean | undefined> {
  const installer = await db
    .selectFrom('installations')
    .innerJoin('users', (join) =>
      join.onRef('users.team_id', '=', 'installations.team_id').onRef('users.id', '=', 'installations.installed_by'),
    )
    .select('two_factor')
    .where('installations.app_id', '=', appId ?? '')
    .where('installations.team_id', '=', teamId)
    .executeTakeFirst()
  return installer?.two_factor
}

/** [APP-10] Takes a team from the org-wide tokens of an app. Returns the hashes of those that let it in there. */
export async function withdrawOrgTokens(tx: Tx, appId: string, teamId: string): Promise<string[]> {
  const teams = await tx
    .selectFrom('teams')
    .innerJoin('teams as own', 'own.enterprise_id', 'teams.enterprise_id')
    .select(['teams.id', 'teams.enterprise_id'])
    .where('own.id', '=', teamId)
    .execute()
  const tokens = await tx
    .selectFrom('tokens')
    .select(['hash', 'teams_granted'])
    .where('kind', '=', 'org')
    .where('app_id', '=', appId)
    .where('enterprise_id', '=', teams[0]?.enterprise_id ?? '')
    .where('revoked', '=', false)
    .execute()
  const granted = tokens.filter((token) => token.teams_granted?.includes(teamId) ?? true)
  for (const { hash, teams_granted: before } of granted) {
    // A token without a list is for every team of the enterprise.
    const left = (before ?? teams.map(({ id }) => id)).filter((id) => id !== teamId)
    await tx.updateTable('tokens').set({ teams_granted: left }).where('hash', '=', hash).execute()
  }
  return granted.map(({ hash }) => hash)
}

/** In which of these teams an app acts by an org-wide token, without a bot token of the team. */
export async function listTeamsByOrgToken(
  db: Db,
  appId: string,
  teamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const tokens = await db
    .selectFrom('teams')
    .innerJoin('tokens', (join) =>
      join.on(({ or, and, eb, ref }) =>
        or([
          and([eb('kind', '=', 'bot'), eb('tokens.team_id', '=', ref('teams.id'))]),
          and([eb('kind', '=', 'org'), eb('tokens.enterprise_id', '=', ref('teams.enterprise_id'))]),
        ]),
      ),
    )
    .select(['teams.id', 'kind', 'teams_granted'])
    .where('teams.id', 'in', teamIds)
    .where('teams.enterprise_id', 'is not', null)
    .where('app_id', '=', appId)
    .where('revoked', '=', false)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', db.clock.now())]))
    .execute()
  const own = new Set(tokens.flatMap(({ id, kind }) => (kind === 'bot' ? id : [])))
  const granted = tokens.filter(({ id, teams_granted: teams }) => !own.has(id) && (teams?.includes(id) ?? true))
  return new Set(granted.map(({ id }) => id))
}
