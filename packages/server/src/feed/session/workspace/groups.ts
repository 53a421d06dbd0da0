import type { Caller } from '#domain/access/caller'
import { findKnownUsergroup, listUsergroupsOf } from '#domain/people/usergroups/find'
import type { Db } from '#store/db'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'

type Asked = Extract<ClientFrame, { type: 'group_members' | 'groups_of' }>

/** [ENV-12] Who is in a user group, or in which groups somebody is. */
export async function groupsFrame(db: Db, { teamId }: Caller, asked: Asked): Promise<ServerFrame> {
  if (asked.type === 'groups_of') {
    const groups = await listUsergroupsOf(db, teamId, asked.user)
    return { type: 'groups_of', id: asked.id, usergroups: groups.map(({ id }) => id) }
  }
  const { users } = await findKnownUsergroup(db, teamId, asked.usergroup)
  return { type: 'group_members', id: asked.id, users }
}
