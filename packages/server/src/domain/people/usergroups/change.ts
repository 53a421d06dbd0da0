import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import { newId } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import type { Change } from '#store/tables/change'
import { checkHandle, checkName } from './check.ts'
import { findKnownUsergroup, listUsergroups, type Usergroup } from './find.ts'

/** [GRP-2] The most groups of a team. */
const maxUsergroups = 1000

export interface UsergroupFacts {
  name?: string | undefined
  handle?: string | undefined
  description?: string | undefined
  /** The channels that it recommends to its members. */
  channels?: readonly string[] | undefined
}

/** [GRP-2] Without a handle, it gets one made of its name. */
export async function createUsergroup(
  tx: Tx,
  by: Caller,
  { name, handle, description = '', channels = [] }: UsergroupFacts & { name: string },
): Promise<Usergroup> {
  await lockUsergroups(tx, by.teamId)
  const existing = await listUsergroups(tx, by.teamId)
  if (existing.length >= maxUsergroups)
    throw new Refusal('too_many_usergroups', `A team has at most ${maxUsergroups} user groups.`)
  checkName(existing, name)
  const group = {
    team_id: by.teamId,
    id: newId('S'),
    name,
    handle: await checkHandle(tx, by.teamId, existing, handle ?? handleFrom(name)),
    users: [],
    description,
    default_channels: await checkChannels(tx, by, channels),
    created_by: by.userId,
    created_at: tx.clock.now(),
    updated_by: by.userId,
    updated_at: tx.clock.now(),
  }
  await tx.insertInto('usergroups').values(group).execute()
  log(tx, group, { type: 'group_created' })
  return findKnownUsergroup(tx, by.teamId, group.id)
}

/** [GRP-3] Changes what is given and leaves the rest. */
export async function updateUsergroup(tx: Tx, by: Caller, id: string, facts: UsergroupFacts): Promise<Usergroup> {
  await lockUsergroups(tx, by.teamId)
  const group = await findKnownUsergroup(tx, by.teamId, id)
  const others = (await listUsergroups(tx, by.teamId)).filter((other) => other.id !== id)
  const { name = group.name, handle, description = group.description, channels } = facts
  checkName(others, name)
  return save(tx, by, group, {
    name,
    description,
    handle: handle === undefined ? group.handle : await checkHandle(tx, by.teamId, others, handle),
    default_channels: channels === undefined ? group.default_channels : await checkChannels(tx, by, channels),
  })
}

/** [GRP-4] Takes a group out of use, or into use again. Its members stay. */
export async function setUsergroupInUse(tx: Tx, by: Caller, id: string, inUse: boolean): Promise<Usergroup> {
  await lockUsergroups(tx, by.teamId)
  const group = await findKnownUsergroup(tx, by.teamId, id)
  if ((group.disabled_at === null) === inUse)
    throw inUse
      ? new Refusal('already_enabled', `${id} is in use.`)
      : new Refusal('already_disabled', `${id} is not in use.`)
  return save(
    tx,
    by,
    group,
    inUse ? { disabled_at: null, disabled_by: null } : { disabled_at: tx.clock.now(), disabled_by: by.userId },
  )
}

/** [GRP-5] Replaces the members of a group. */
export async function setUsergroupMembers(
  tx: Tx,
  by: Caller,
  id: string,
  users: readonly string[],
): Promise<Usergroup> {
  await lockUsergroups(tx, by.teamId)
  const group = await findKnownUsergroup(tx, by.teamId, id)
  if (users.length === 0) throw new Refusal('no_users_provided', '"users" names nobody.')
  const people = await tx
    .selectFrom('users')
    .select('id')
    .where('team_id', '=', by.teamId)
    .where('id', 'in', users)
    .where('deleted', '=', false)
    .where('app_id', 'is', null)
    .execute()
  const known = new Set(people.map((person) => person.id))
  const stranger = users.find((user) => !known.has(user))
  if (stranger !== undefined)
    throw new Refusal('invalid_users', `"users": ${JSON.stringify(stranger)} is not a person of the team.`)
  const added = users.filter((user) => !group.users.includes(user))
  const removed = group.users.filter((user) => !users.includes(user))
  if (added.length + removed.length === 0) return group
  return save(tx, by, group, { users: [...users] }, { added, removed })
}

/** Names and handles are unique, so groups of a team change one after the other. */
function lockUsergroups(tx: Tx, teamId: string): Promise<void> {
  return tx.lock(`usergroups ${teamId}`)
}

async function save(
  tx: Tx,
  by: Caller,
  group: Usergroup,
  set: Partial<Usergroup>,
  members: { added: string[]; removed: string[] } = { added: [], removed: [] },
): Promise<Usergroup> {
  const changed = { ...group, ...set, updated_by: by.userId, updated_at: tx.clock.now() }
  await tx
    .updateTable('usergroups')
    .set({ ...set, updated_by: changed.updated_by, updated_at: changed.updated_at })
    .where('team_id', '=', group.team_id)
    .where('id', '=', group.id)
    .execute()
  const what = members.added.length + members.removed.length > 0 ? 'members' : 'facts'
  log(tx, group, { type: 'group_changed', what, before: group.updated_at, ...members })
  return changed
}

/** Everybody in the team sees the channels of a group, so that private ones would become known. */
async function checkChannels(tx: Tx, by: Caller, ids: readonly string[]): Promise<string[]> {
  for (const id of ids) {
    const channel = await findChannel(tx, by.teamId, id)
    if (!channel || !isVisibleTo(channel, by)) throw noSuchChannel(id)
    if (channel.kind !== 'public')
      throw new Refusal('channel_not_found', `${id} is not public; a group recommends public channels.`)
  }
  return [...ids]
}

/** `Customer Support` is `customer-support`. */
function handleFrom(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
}

function log(tx: Tx, group: Pick<Usergroup, 'team_id' | 'id'>, change: Change): void {
  tx.work.log(logEntry('usergroup', group.team_id, { subject: group.id, change }))
}
