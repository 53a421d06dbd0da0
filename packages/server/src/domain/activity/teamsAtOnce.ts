import type { Caller } from '#domain/access/caller'
import { findTeam } from '#domain/access/teams'
import { listReadMarks } from '#domain/channels/readMarks'
import type { Db } from '#store/db'

/** What a person sees of a team while they look at another one. */
export interface TeamAtOnce {
  team: string
  name: string
  user: string
  /** Whether there is anything new outside of muted channels. */
  unread: boolean
  /** How much of it is for them: mentions, and messages in direct messages; at most ten of each channel. */
  mentions: number
}

/** [SES-15] Counts for a person what the sidebar of their team would show as new. */
export async function describeTeam(db: Db, { teamId, userId }: Caller): Promise<TeamAtOnce> {
  const channels = await db
    .selectFrom('members')
    .innerJoin('channels', (join) =>
      join.onRef('channels.team_id', '=', 'members.team_id').onRef('channels.id', '=', 'members.channel_id'),
    )
    .select(['channels.id', 'channels.kind'])
    .where('members.team_id', '=', teamId)
    .where('members.user_id', '=', userId)
    .where('members.muted', '=', false)
    .where('channels.archived', '=', false)
    .where('channels.deleted', '=', false)
    .execute()
  const ids = channels.map(({ id }) => id)
  const marks = await listReadMarks(db, teamId, userId, ids)
  const counts = channels.map(({ id, kind }) => {
    const { unread, mentions } = marks.get(id) ?? { unread: [], mentions: [] }
    return { unread: unread.length, mentions: kind === 'im' || kind === 'mpim' ? unread.length : mentions.length }
  })
  return {
    team: teamId,
    name: (await findTeam(db, teamId))?.name ?? '',
    user: userId,
    unread: counts.some(({ unread }) => unread > 0),
    mentions: counts.reduce((sum, { mentions }) => sum + mentions, 0),
  }
}
