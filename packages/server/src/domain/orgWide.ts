import type { Db } from '#store/db'
import { actingFor, findChannel, isChannelId, isVisibleTo } from './channels.ts'
import { type Grant, teamOf } from './grants.ts'

/**
 * [ORD 8] An org-wide token is of no team until its call names a channel: from there on the rules of that
 * channel's team hold for it. A channel that it cannot see says nothing, not even that it is there.
 */
export async function grantAt(db: Db, grant: Grant, channelId: unknown): Promise<Grant> {
  if (grant.caller.kind !== 'org' || typeof channelId !== 'string' || !isChannelId(channelId)) return grant
  const caller = await actingFor(db, grant.caller, channelId)
  const channel = caller && (await findChannel(db, caller.teamId, channelId))
  if (!caller || !channel || !isVisibleTo(channel, caller)) return grant
  const team = await teamOf(db, caller.teamId)
  return { ...grant, caller, team, twoFactor: await installerHasTwoFactor(db, caller.app?.id, caller.teamId) }
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
