import type { ExpressionBuilder } from 'kysely'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { insertChannel } from './insert.ts'

/** Finds the direct message of two users, or of one with themselves, and creates it on first use. */
export function openDirectMessage(
  tx: Tx,
  teamId: string,
  one: string,
  other: string,
): Promise<{ id: string; isNew: boolean }> {
  return openBetween(tx, teamId, 'im', [one, other])
}

/** [ROM-10] The same for a group direct message of three users or more. The first one creates it. */
export function openGroupDirectMessage(
  tx: Tx,
  teamId: string,
  users: readonly string[],
): Promise<{ id: string; isNew: boolean }> {
  return openBetween(tx, teamId, 'mpim', users)
}

type Kind = Extract<Tables['channels']['kind'], 'im' | 'mpim'>

async function openBetween(tx: Tx, teamId: string, kind: Kind, users: readonly string[]) {
  const members = [...new Set(users)]
  await tx.lock(`${kind} ${teamId} ${users.toSorted().join(' ')}`)
  const known = await findBetween(tx, teamId, kind, members)
  if (known !== undefined) return { id: known, isNew: false }
  const name = kind === 'mpim' ? groupNameOf(await findNames(tx, teamId, members)) : ''
  return { id: await insertChannel(tx, teamId, { kind, name, creator: members[0] ?? '', members }), isNew: true }
}

/** Finds the direct message of exactly these users. */
export async function findBetween(
  tx: Tx,
  teamId: string,
  kind: Kind,
  members: readonly string[],
): Promise<string | undefined> {
  const known = await tx
    .selectFrom('channels')
    .innerJoin('members as mine', (join) =>
      join.onRef('mine.team_id', '=', 'channels.team_id').onRef('mine.channel_id', '=', 'channels.id'),
    )
    .select('channels.id')
    .where('channels.team_id', '=', teamId)
    .where('kind', '=', kind)
    .where('channels.deleted', '=', false)
    .where('mine.user_id', '=', members[0] ?? '')
    .where((where) => countMembers(where), '=', members.length)
    .where((where) => countMembers(where).where('all.user_id', 'in', members), '=', members.length)
    .orderBy('channels.id')
    .executeTakeFirst()
  return known?.id
}

function countMembers(where: ExpressionBuilder<Tables, 'channels'>) {
  return where
    .selectFrom('members as all')
    .whereRef('all.team_id', '=', 'channels.team_id')
    .whereRef('all.channel_id', '=', 'channels.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
}

async function findNames(tx: Tx, teamId: string, members: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where('id', 'in', members)
    .execute()
  return members.map((id) => rows.find((row) => row.id === id)?.name ?? id)
}

/** The name of a group direct message, for apps. People see the names of the others. */
export function groupNameOf(names: readonly string[]): string {
  return `mpdm-${names.join('--')}-1`
}
