import type { Tx } from '#store/db'
import { insertChannel } from './insert.ts'

/** Finds the direct message of two users, or of one with themselves, and creates it on first use. */
export async function openDirectMessage(
  tx: Tx,
  teamId: string,
  one: string,
  other: string,
): Promise<{ id: string; isNew: boolean }> {
  const members = [...new Set([one, other])]
  await tx.lock(`im ${teamId} ${[one, other].toSorted().join(' ')}`)
  const known = await tx
    .selectFrom('channels')
    .innerJoin('members as mine', (join) =>
      join.onRef('mine.team_id', '=', 'channels.team_id').onRef('mine.channel_id', '=', 'channels.id'),
    )
    .innerJoin('members as theirs', (join) =>
      join.onRef('theirs.team_id', '=', 'channels.team_id').onRef('theirs.channel_id', '=', 'channels.id'),
    )
    .select('channels.id')
    .where('channels.team_id', '=', teamId)
    .where('kind', '=', 'im')
    .where('channels.deleted', '=', false)
    .where('mine.user_id', '=', one)
    .where('theirs.user_id', '=', other)
    .where(
      ({ selectFrom }) =>
        selectFrom('members as all')
          .whereRef('all.team_id', '=', 'channels.team_id')
          .whereRef('all.channel_id', '=', 'channels.id')
          .select(({ fn }) => fn.countAll<number>().as('count')),
      '=',
      members.length,
    )
    .executeTakeFirst()
  if (known) return { id: known.id, isNew: false }
  return {
    id: await insertChannel(tx, teamId, { kind: 'im', name: '', creator: one, members }),
    isNew: true,
  }
}
