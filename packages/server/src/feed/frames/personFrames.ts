import { findChannel } from '#domain/channels/find'
import { findReadMark } from '#domain/channels/readMarks'
import { findPreferences } from '#domain/people/profile/preferences'
import { findPresence } from '#domain/people/presence'
import { findSidebar } from '#domain/people/sidebar'
import { findUsergroup } from '#domain/people/usergroups/find'
import { findUser } from '#domain/people/users'
import { listViewStack } from '#domain/views/find'
import { toShownView } from '#domain/views/shownView'
import type { Db } from '#store/db'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { FollowedEntry } from '#store/news'
import { draftChangedFrame } from '#feed/objects/drafts'
import { ruleFields } from '#feed/objects/channels'
import { listOffers, toViewerUsers, usergroupFields } from '#feed/objects/users'
import type { Outgoing } from './outgoing.ts'
import type { ChangedThing } from './changedThing.ts'

/**
 * The modals or the home that an app shows to one person, as they are now. The rows say whose they are. `subject`: who is
 * told that there are none any more.
 */
export async function outgoingFromViews(
  db: Db,
  { teamId, rootId, subject, seq }: { teamId: string; rootId: string; subject: string; seq: number },
): Promise<Outgoing[]> {
  const rows = await listViewStack(db, teamId, rootId)
  const views = rows.map(toShownView)
  const [first] = views
  const frame: ServerFrame =
    first?.type === 'home'
      ? { type: 'home', seq, app_id: first.app_id, view: first }
      : { type: 'modals', seq, id: rootId, page: rows[0]?.page ?? null, views }
  return [{ to: 'person', teamId, userId: rows[0]?.user_id ?? subject, frame }]
}

export async function outgoingFromReadMark(
  db: Db,
  { teamId, channelId, seq, userId }: Omit<ChangedThing, 'ts'> & { userId: string },
): Promise<Outgoing[]> {
  const channel = await findChannel(db, teamId, channelId)
  const readMark = channel && (await findReadMark(db, channel, userId))
  if (!readMark) return []
  const { lastRead: last_read, unread, mentions, closedAt: closed_at } = readMark
  const rule = ruleFields(readMark)
  const frame = { type: 'read', seq, channel: channelId, last_read, unread, mentions, closed_at, ...rule } as const
  return [{ to: 'person', teamId, userId, frame }]
}

export async function outgoingFromUser(db: Db, entry: FollowedEntry): Promise<Outgoing[]> {
  const user = entry.subject ? await findUser(db, entry.team_id, entry.subject) : undefined
  const [changed] = user ? await toViewerUsers(db, [user]) : []
  const { team_id: teamId, seq } = entry
  const frames: ServerFrame[] = changed ? [{ type: 'user_changed', seq, user: changed }] : []
  // Log entries name an app by its bot user's id, even if the app has no bot user.
  if (!user || user.app_id) frames.push({ type: 'offers_changed', seq, ...(await listOffers(db, teamId)) })
  return frames.map((frame) => ({ to: 'team', teamId, frame }))
}

export async function outgoingFromPreferences(
  db: Db,
  { team_id: teamId, subject, seq }: FollowedEntry,
): Promise<Outgoing[]> {
  const userId = subject ?? ''
  const preferences = await findPreferences(db, { teamId, userId })
  return [{ to: 'person', teamId, userId, frame: { type: 'preferences', seq, preferences } }]
}

export async function outgoingFromUsergroup(db: Db, entry: FollowedEntry): Promise<Outgoing[]> {
  const { team_id: teamId, seq } = entry
  const group = await findUsergroup(db, teamId, entry.subject ?? '')
  if (!group) return []
  return [
    {
      to: 'team',
      teamId,
      frame: { type: 'usergroup_changed', seq, usergroup: usergroupFields(group), users: group.users },
    },
  ]
}

/** [DRF-1] To the person who typed it: what is there now, without its content. */
export async function outgoingFromDraft(
  db: Db,
  { team_id: teamId, channel_id: channelId, ts, subject: userId, seq }: FollowedEntry,
): Promise<Outgoing[]> {
  if (!userId || !channelId) return []
  const frame = await draftChangedFrame(db, { teamId, userId }, { channelId, threadTs: ts ?? undefined }, seq)
  return frame ? [{ to: 'person', teamId, userId, frame }] : []
}

/** [SDB-1] To the person whose sidebar it is. */
export async function outgoingFromSidebar(
  db: Db,
  { team_id: teamId, subject: userId, seq }: FollowedEntry,
): Promise<Outgoing[]> {
  const sidebar = userId ? await findSidebar(db, { teamId, userId }) : undefined
  return userId && sidebar ? [{ to: 'person', teamId, userId, frame: { type: 'sidebar', seq, sidebar } }] : []
}

export async function outgoingFromPresence(db: Db, entry: FollowedEntry): Promise<Outgoing[]> {
  const { team_id: teamId, subject, seq } = entry
  if (!subject) return []
  return [{ to: 'showing', teamId, userId: subject, frame: await presenceFrame(db, teamId, [subject], seq) }]
}

export async function presenceFrame(
  db: Db,
  teamId: string,
  users: readonly string[],
  seq: number,
): Promise<Extract<ServerFrame, { type: 'presence' }>> {
  const presence = await findPresence(db, teamId, users)
  return {
    type: 'presence',
    seq,
    users: Object.fromEntries([...presence].map(([id, { activeUntil }]) => [id, activeUntil])),
  }
}
