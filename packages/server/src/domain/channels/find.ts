import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import { CacheRegion } from '#store/cache'
import type { Tables } from '#store/tables/tables'
import { andThen, type MaybePromise } from '#store/maybePromise'
import type { Caller } from '#domain/access/caller'
import { inBatches } from '#domain/batches'
import { Refusal } from '#domain/refusal'

export interface Channel extends Omit<Selectable<Tables['channels']>, 'last_ts'> {
  members: ReadonlySet<string>
}

const channels = new CacheRegion<Channel>((entry) =>
  entry.kind === 'channel' || entry.kind === 'member' ? `${entry.team_id}/${entry.channel_id}` : undefined,
)

/** Finds a channel of a team with its members, even a deleted one. */
export function findChannel(db: Db, teamId: string, id: string): MaybePromise<Channel | undefined> {
  return channels.get(db, `${teamId}/${id}`, () => loadChannel(db, teamId, id))
}

/** Finds several channels at once, in the order of their ids. */
export async function findChannels(db: Db, teamId: string, ids: readonly string[]): Promise<Channel[]> {
  const keys = ids.map((id) => `${teamId}/${id}`)
  const load = (missing: readonly string[]) =>
    loadChannels(
      db,
      teamId,
      missing.map((key) => key.slice(teamId.length + 1)),
    )
  const found = await channels.getAll(db, keys, load)
  return keys.flatMap((key) => found.get(key) ?? [])
}

/** By the keys of the cache. */
async function loadChannels(db: Db, teamId: string, ids: readonly string[]): Promise<Map<string, Channel>> {
  const found = new Map<string, Channel>()
  for (const some of inBatches(ids)) {
    const rows = await db
      .selectFrom('channels')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('id', 'in', some)
      .execute()
    const members = new Map(rows.map(({ id }) => [id, new Set<string>()]))
    const joined = await db
      .selectFrom('members')
      .select(['channel_id', 'user_id'])
      .where('team_id', '=', teamId)
      .where('channel_id', 'in', some)
      .execute()
    for (const { channel_id: id, user_id: user } of joined) members.get(id)?.add(user)
    for (const row of rows) found.set(`${teamId}/${row.id}`, { ...row, members: members.get(row.id) ?? new Set() })
  }
  return found
}

async function loadChannel(db: Db, teamId: string, id: string): Promise<Channel | undefined> {
  return (await loadChannels(db, teamId, [id])).get(`${teamId}/${id}`)
}

export function isDirectMessage(channel: Channel): boolean {
  return channel.kind === 'im'
}

/** Whether it is a direct message between two users or more, whose members never change. */
export function isBetweenFixedMembers({ kind }: Channel): boolean {
  return kind === 'im' || kind === 'mpim'
}

/** [PLA-1] A private channel does not exist for anyone who is not a member. */
export function isVisibleTo(channel: Channel, caller: Caller): boolean {
  return (
    !channel.deleted && (channel.kind === 'public' || channel.kind === 'canvas' || channel.members.has(caller.userId))
  )
}

/**
 * Finds the channel that a call names, if the caller can see it. An org-wide token then acts in the channel's team, as
 * the returned caller says.
 */
export function findVisibleChannel<C extends Caller>(db: Db, caller: C, id: string): MaybePromise<ChannelAccess<C>> {
  if (caller.kind !== 'org') return findChannelSeenBy(db, caller, id)
  return actInTeamOf(db, caller, id).then((acting) => findChannelSeenBy(db, acting, id))
}

/** A channel and its caller, who acts in the channel's team. */
export interface ChannelAccess<C extends Caller> {
  channel: Channel
  caller: C
}

function findChannelSeenBy<C extends Caller>(
  db: Db,
  acting: C | undefined,
  id: string,
): MaybePromise<ChannelAccess<C>> {
  return andThen(acting && findChannel(db, acting.teamId, id), (channel) => {
    if (!acting || !channel || !isVisibleTo(channel, acting)) throw noSuchChannel(id)
    if (acting.teamsGranted && !acting.teamsGranted.includes(acting.teamId)) {
      throw new Refusal(
        'team_access_not_granted',
        `The app was not given access to ${acting.teamId}, the team of ${id}.`,
      )
    }
    return { channel, caller: acting }
  })
}

/** [PLA-1] Selects the channels of the caller's team that they can see: public ones, and those that they are a member of. */
export function selectVisibleChannels(db: Db, caller: Caller) {
  return db
    .selectFrom('channels')
    .leftJoin('members', (join) =>
      join
        .onRef('members.team_id', '=', 'channels.team_id')
        .onRef('members.channel_id', '=', 'channels.id')
        .on('members.user_id', '=', caller.userId),
    )
    .where('channels.team_id', '=', caller.teamId)
    .where('deleted', '=', false)
    .where((where) => where.or([where('kind', '=', 'public'), where('members.user_id', 'is not', null)]))
}

/**
 * Finds the id of a public or private channel by its name, among those that the caller can see. A private one comes before
 * a public one of the same name, so that what is meant for few people is not posted for all.
 */
export async function findChannelIdByName(db: Db, caller: Caller, name: string): Promise<string | undefined> {
  const found = await selectVisibleChannels(db, caller)
    .select('channels.id')
    .where('name', '=', name)
    .where('kind', 'in', ['public', 'private'])
    .orderBy('kind')
    .executeTakeFirst()
  return found?.id
}

export function isChannelId(text: string): boolean {
  return /^[CDG][A-Z0-9]+$/.test(text)
}

export function noSuchChannel(id: string): Refusal {
  return new Refusal('channel_not_found', `No channel ${JSON.stringify(id)} that you can see.`)
}

/** Lets an org-wide token act in the team of a channel, if that team belongs to its enterprise. */
export async function actInTeamOf<C extends Caller>(db: Db, caller: C, channelId: string): Promise<C | undefined> {
  if (caller.kind !== 'org') return caller
  if (!isChannelId(channelId)) {
    throw new Refusal(
      'team_not_found',
      `An org-wide token has to name a channel by its id; ${JSON.stringify(channelId)} is not an id.`,
    )
  }
  const row = await db
    .selectFrom('channels')
    .innerJoin('teams', 'teams.id', 'channels.team_id')
    .select('teams.id')
    .where('channels.id', '=', channelId)
    .where('teams.enterprise_id', '=', caller.enterpriseId ?? '')
    .where('teams.deleted', '=', false)
    .executeTakeFirst()
  return row && { ...caller, teamId: row.id }
}
