import type { Db } from '#store/db'
import { actingFor, findChannel, isChannelId, isVisibleTo } from '#domain/channels/find'
import { type Grant, teamOf } from './grants.ts'

/** What a call of an org-wide token names, if it does: a channel, or a team itself. */
export interface Named {
  channel?: unknown
  team?: unknown
}

/**
 * [ORD 8] An org-wide token is of no team until its call names a channel, or a team: from there on the rules
 * of that team hold for it. A channel that it cannot see says nothing, not even that it is there.
 */
export async function grantAt(db: Db, grant: Grant, named: Named): Promise<Grant> {
  const id = (await teamOfChannel(db, grant, named.channel)) ?? named.team
  const team = typeof id === 'string' ? await teamOf(db, id) : undefined
  if (!team || team.deleted || team.enterpriseId !== grant.caller.enterpriseId) return grant
  const caller = { ...grant.caller, teamId: team.id }
  return { ...grant, caller, team, twoFactor: await installerHasTwoFactor(db, caller.app?.id, team.id) }
}

async function teamOfChannel(db: Db, { caller }: Grant, id: unknown): Promise<string | undefined> {
  if (typeof id !== 'string' || !isChannelId(id)) return undefined
  const acting = await actingFor(db, caller, id)
  const channel = acting && (await findChannel(db, acting.teamId, id))
  return channel && isVisibleTo(channel, acting) ? acting.teamId : undefined
}

/** As for a bot; undefined when nobody is known to have installed the app there. */
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
