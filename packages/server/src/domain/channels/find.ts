import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import { Remembered } from '#store/cache'
import type { Tables } from '#store/tables/tables'
import { soon, type Soon } from '#store/maybePromise'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'

export interface Channel extends Omit<Selectable<Tables['channels']>, 'last_ts'> {
  members: ReadonlySet<string>
}

const channels = new Remembered<Channel>((entry) =>
  entry.kind === 'channel' || entry.kind === 'member' ? `${entry.team_id}/${entry.channel_id}` : undefined,
)

/** A channel of a team with its members, deleted ones too; undefined where there is none of that id. */
export function findChannel(db: Db, teamId: string, id: string): Soon<Channel | undefined> {
  if (!db.memory.sole) return db.past ? findInSnapshot(db, teamId, id) : loadChannel(db, teamId, id)
  return channels.get(db, `${teamId}/${id}`, () => loadChannel(db, teamId, id))
}

const inSnapshots = new WeakMap<Db, Map<string, Promise<Channel | undefined>>>()

/** In a snapshot a channel stays as it is: one look is enough, however many messages are shown to how many. */
function findInSnapshot(db: Db, teamId: string, id: string): Promise<Channel | undefined> {
  let found = inSnapshots.get(db)
  if (!found) inSnapshots.set(db, (found = new Map()))
  const key = `${teamId}/${id}`
  let channel = found.get(key)
  if (!channel) found.set(key, (channel = loadChannel(db, teamId, id)))
  return channel
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

export function isDirect(channel: Channel): boolean {
  return channel.kind === 'im'
}

/** [PLA] A private place does not exist for who is not in it. */
export function isVisibleTo(channel: Channel, caller: Caller): boolean {
  return (
    !channel.deleted && (channel.kind === 'public' || channel.kind === 'canvas' || channel.members.has(caller.userId))
  )
}

/**
 * The channel a call names, if the caller may know of it. An org-wide token acts in the channel's team:
 * the caller that is answered says which.
 */
export function visibleChannel<C extends Caller>(db: Db, caller: C, id: string): Soon<Seen<C>> {
  if (caller.kind !== 'org') return channelSeenBy(db, caller, id)
  return actingFor(db, caller, id).then((acting) => channelSeenBy(db, acting, id))
}

/** A channel, and who sees it: the caller, acting in the channel's team. */
export interface Seen<C extends Caller> {
  channel: Channel
  caller: C
}

function channelSeenBy<C extends Caller>(db: Db, acting: C | undefined, id: string): Soon<Seen<C>> {
  return soon(acting && findChannel(db, acting.teamId, id), (channel) => {
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

/** An org-wide token is of no team: the channel's team counts, if it is one of the enterprise. */
export async function actingFor<C extends Caller>(db: Db, caller: C, channelId: string): Promise<C | undefined> {
  if (caller.kind !== 'org') return caller
  if (!isChannelId(channelId)) {
    throw new Refusal(
      'team_not_found',
      `An org-wide token has to name a channel by its id; ${JSON.stringify(channelId)} is none.`,
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
