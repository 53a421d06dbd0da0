import { findUser } from '#domain/people/users'
import { findUsergroup } from '#domain/people/usergroups/find'
import { toUserObject } from '#objects/user'
import { toUsergroupObject } from '#objects/usergroup'
import type { Db } from '#store/db'
import type { Change } from '#store/tables/change'
import type { AppEvent, InnerEvent } from './appEvent.ts'
import { eventTsOf, type Logged } from './eventTs.ts'

type ChangeOf<T extends Change['type']> = Extract<Change, { type: T }>

/** [USR-8] A person changed or joined the team. Only apps that may see addresses get the e-mail. */
export async function userEvents(
  db: Db,
  entry: Logged,
  change: ChangeOf<'user_changed' | 'team_joined'>,
): Promise<AppEvent[]> {
  const user = await findUser(db, entry.team_id, entry.subject ?? '')
  if (!user) return []
  const [plain, withEmail] = await Promise.all(
    [false, true].map((email) => toUserObject(db, user, { email, locale: true })),
  )
  const cache_ts = Math.floor(user.updated_at / 1000)
  const event_ts = eventTsOf(entry)
  return typesOf(change).map((type) => {
    const cached = type === 'team_join' ? {} : { cache_ts }
    const toEvent = (shown: typeof plain): InnerEvent => ({ type, user: shown, ...cached, event_ts })
    return {
      subscription: type,
      scope: 'users:read',
      ts: null,
      event: toEvent(plain),
      withScope: { scope: 'users:read.email', event: toEvent(withEmail) },
    }
  })
}

function typesOf(change: ChangeOf<'user_changed' | 'team_joined'>) {
  if (change.type === 'team_joined') return ['team_join'] as const
  return ['user_change', change.what === 'status' ? 'user_status_changed' : 'user_profile_changed'] as const
}

/** [GRP-6] A user group is new or changed. */
export async function usergroupEvents(
  db: Db,
  entry: Logged,
  change: ChangeOf<'group_created' | 'group_changed'>,
): Promise<AppEvent[]> {
  const group = await findUsergroup(db, entry.team_id, entry.subject ?? '')
  if (!group) return []
  const event_ts = eventTsOf(entry)
  const subteam = toUsergroupObject(group, { users: true, count: true })
  const type = change.type === 'group_created' ? 'subteam_created' : 'subteam_updated'
  const about = { scope: 'usergroups:read', ts: null }
  const events: AppEvent[] = [{ ...about, subscription: type, event: { type, subteam, event_ts } }]
  if (change.type === 'group_changed' && change.what === 'members') {
    const { added, removed } = change
    const members = 'subteam_members_changed'
    const event = {
      type: members,
      subteam_id: group.id,
      team_id: group.team_id,
      date_previous_update: Math.floor(change.before / 1000),
      date_update: Math.floor(entry.at / 1000),
      added_users: added,
      added_users_count: added.length,
      removed_users: removed,
      removed_users_count: removed.length,
      event_ts,
    }
    events.push({ ...about, subscription: members, event })
  }
  return events
}
