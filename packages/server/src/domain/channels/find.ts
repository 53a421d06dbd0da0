import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import { CacheRegion } from '#store/cache'
import type { Tables } from '#store/tables/tables'
import { andThen, type MaybePromise } from '#store/maybePromise'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'

export interface Channel extends Omit<Selectable<Tables['channels']>, 'last_ts'> {
  members: ReadonlySet<string>
}

const channels = new CacheRegion<Channel>((entry) =>
  entry.kind === 'channel' || entry.kind === 'member' ? `${entry.team_id}/${entry.channel_id}` : undefined,
)

/** Finds a channel of a team with its members, even a deleted one. */
export function findChannel(db: Db, teamId: string, id: string): MaybePromise<Channel | undefined> {
  if (!db.cache.isSingleWriter) return findUncached(db, teamId, id)
  return channels.get(db, `${teamId}/${id}`, () => loadChannel(db, teamId, id))
}

/** A channel does not change within a snapshot, so a snapshot loads each channel once for all messages and readers. */
function findUncached(db: Db, teamId: string, id: string): Promise<Channel | undefined> {
  const load = () => loadChannel(db, teamId, id)
  return db.reads ? db.reads.get(channels, `${teamId}/${id}`, load) : load()
}

async function loadChannel(db: Db, teamId: string, id: string): Promise<Channel | undefined> {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const members = await db
    .selectFrom('members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', id)
    .execute()
  return { ...row, members: new Set(members.map((member) => member.user_id)) }
}

export function isDirectMessage(channel: Channel): boolean {
  return channel.kind === 'im'
}

/** [PLA] A private channel does not exist for anyone who is not a member. */
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
