import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel } from './find.ts'
import { now } from '#domain/clock'
import { newId } from '#domain/ids'
import { entry } from '#domain/log/entry'

export interface Listing {
  kinds: readonly Tables['channels']['kind'][]
  archived: boolean
  after: string
  limit: number
  /** Only those that this person or bot user is in. */
  member?: string
}

/** The channels of the caller's team that they can see, by id. */
export async function listChannels(
  db: Db,
  caller: Caller,
  listing: Listing,
): Promise<{ channels: Channel[]; next: string | undefined }> {
  let query = db
    .selectFrom('channels')
    .leftJoin('members', (join) =>
      join
        .onRef('members.team_id', '=', 'channels.team_id')
        .onRef('members.channel_id', '=', 'channels.id')
        .on('members.user_id', '=', caller.userId),
    )
    .select('channels.id')
    .where('channels.team_id', '=', caller.teamId)
    .where('channels.id', '>', listing.after)
    .where('deleted', '=', false)
    .where('kind', 'in', listing.kinds)
    .where((where) => where.or([where('kind', '=', 'public'), where('members.user_id', 'is not', null)]))
  if (!listing.archived) query = query.where('archived', '=', false)
  const { member } = listing
  if (member !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('members as theirs')
          .select('theirs.user_id')
          .whereRef('theirs.team_id', '=', 'channels.team_id')
          .whereRef('theirs.channel_id', '=', 'channels.id')
          .where('theirs.user_id', '=', member),
      ),
    )
  }
  const rows = await query
    .orderBy('channels.id')
    .limit(listing.limit + 1)
    .execute()
  const ids = rows.slice(0, listing.limit).map((row) => row.id)
  const channels: Channel[] = []
  for (const id of ids) {
    const channel = await findChannel(db, caller.teamId, id)
    if (channel) channels.push(channel)
  }
  return { channels, next: rows.length > listing.limit ? ids.at(-1) : undefined }
}

/** The direct message of two people, of a person and an app, or of somebody with themselves; opened on first use. */
export async function openDirect(
  tx: Tx,
  teamId: string,
  one: string,
  other: string,
): Promise<{ id: string; isNew: boolean }> {
  const members = [...new Set([one, other])]
  await tx.alone(`im ${teamId} ${[one, other].toSorted().join(' ')}`)
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
    id: await createChannel(tx, teamId, { kind: 'im', name: '', creator: one, members }),
    isNew: true,
  }
}

export interface NewChannel {
  kind: Tables['channels']['kind']
  name: string
  creator: string
  members: readonly string[]
}

export async function createChannel(
  tx: Tx,
  teamId: string,
  { kind, name, creator, members }: NewChannel,
): Promise<string> {
  const id = newId(kind === 'im' ? 'D' : 'C')
  await tx
    .insertInto('channels')
    .values({
      team_id: teamId,
      id,
      name,
      kind,
      creator,
      general: false,
      archived: false,
      deleted: false,
      topic: '',
      purpose: '',
      posting: 'everyone',
      threads: true,
      suspended: false,
      blocked_apps: [],
      shared_with: [],
      created_at: now(),
      last_ts: 0,
    })
    .execute()
  const rows = members.map((user_id) => ({ team_id: teamId, channel_id: id, user_id, joined_at: now() }))
  await tx.insertInto('members').values(rows).execute()
  tx.work.log(
    entry('channel', teamId, {
      channelId: id,
      ...(kind === 'public' ? { change: { type: 'created', by: creator } } : {}),
    }),
  )
  return id
}
