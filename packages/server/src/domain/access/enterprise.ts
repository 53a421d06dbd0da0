import type { Db } from '#store/db'
import { actInTeamOf, findChannel, isChannelId, isVisibleTo } from '#domain/channels/find'
import type { Grant } from './grants.ts'
import { findTeam } from './teams.ts'

/** The channel or team that a call of an org-wide token names. */
export interface NamedTeam {
  channel?: unknown
  team?: unknown
}

/**
 * [ORD 8] Moves the grant of an org-wide token into the team that the call names, by its id or by a channel. From then on
 * the rules of that team apply. A channel that the token cannot see names no team, so that it stays hidden.
 */
export async function grantInTeam(db: Db, grant: Grant, named: NamedTeam): Promise<Grant> {
  const id = (await findTeamOfChannel(db, grant, named.channel)) ?? named.team
  const team = typeof id === 'string' ? await findTeam(db, id) : undefined
  if (!team || team.deleted || team.enterpriseId !== grant.caller.enterpriseId) return grant
  const caller = { ...grant.caller, teamId: team.id }
  return { ...grant, caller, team, twoFactor: await installerHasTwoFactor(db, caller.app?.id, team.id) }
}

async function findTeamOfChannel(db: Db, { caller }: Grant, id: unknown): Promise<string | undefined> {
  if (typeof id !== 'string' || !isChannelId(id)) return undefined
  const acting = await actInTeamOf(db, caller, id)
  const channel = acting && (await findChannel(db, acting.teamId, id))
  return channel && isVisibleTo(channel, acting) ? acting.teamId : undefined
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
