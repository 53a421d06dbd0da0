import type { Caller } from '#domain/access/caller'
import { findTeam } from '#domain/access/teams'
import { listJoinedChannels } from '#domain/channels/directory/list'
import { findHistory } from '#domain/log/epoch'
import { newestSeq } from '#domain/log/numbers'
import { findSidebar } from '#domain/people/sidebar'
import { findPreferences } from '#domain/people/profile/preferences'
import { listUsergroups } from '#domain/people/usergroups/find'
import { listUsers } from '#domain/people/users'
import { listCustomEmoji } from '#domain/reactions/customEmoji'
import type { Db } from '#store/db'
import { maxFrameBytes, maxLength } from '#domain/lengths'
import { listViewerChannels } from '#feed/objects/channels'
import { findViewerScheduled } from '#feed/objects/kept'
import { listOffers, toViewerUsergroup, toViewerUsers } from '#feed/objects/users'
import { fitOnPage, jsonBytes, maxPageBytes } from '#domain/page'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { findViewerDrafts } from '#feed/objects/drafts'
import { findViewerSaved } from '#feed/objects/later'
import { findUnseen } from '#feed/objects/activity'

type Welcome = Extract<ServerFrame, { type: 'welcome' }>

/**
 * Reads what a page shows first from a database snapshot. Of the channels these are only those that the person is in,
 * and those of `watching` that they can see: a team may have any number of others [ROM-13].
 */
export async function welcomeFrame(
  db: Db,
  viewer: Caller,
  { reset, watching = [] }: { reset: Welcome['reset']; watching?: readonly string[] | undefined },
): Promise<Welcome> {
  const team = await findTeam(db, viewer.teamId)
  const ids = new Set([...(await listJoinedChannels(db, viewer)), ...watching])
  const scheduled = await findViewerScheduled(db, viewer)
  const drafts = await findViewerDrafts(db, viewer)
  const saved = await findViewerSaved(db, viewer)
  const sidebar = await findSidebar(db, viewer)
  return {
    type: 'welcome',
    seq: await newestSeq(db, viewer.teamId),
    epoch: await findHistory(db, viewer.teamId),
    now: db.clock.now(),
    ...(reset ? { reset } : {}),
    you: viewer.userId,
    limits: { text: maxLength.text, frame: maxFrameBytes },
    team: { id: viewer.teamId, name: team?.name ?? '', domain: team?.domain ?? '' },
    users: await toViewerUsers(db, await listUsers(db, viewer.teamId)),
    usergroups: (await listUsergroups(db, viewer.teamId)).map((group) => toViewerUsergroup(group, viewer.userId)),
    emoji: await listCustomEmoji(db, viewer.teamId),
    channels: await listViewerChannels(db, viewer, [...ids]),
    ...(await listOffers(db, viewer.teamId)),
    ...(scheduled.length > 0 ? { scheduled } : {}),
    activity: await findUnseen(db, viewer),
    ...(drafts.length > 0 ? { drafts } : {}),
    ...(saved.length > 0 ? { saved } : {}),
    ...(sidebar ? { sidebar } : {}),
    preferences: await findPreferences(db, viewer),
  }
}

/** [ENV-12] `welcome` as frames that have at most a page of people and user groups each. */
export function splitWelcome(welcome: Welcome): ServerFrame[] {
  const [users = [], ...moreUsers] = toPages(welcome.users)
  const [usergroups = [], ...moreGroups] = toPages(welcome.usergroups)
  const { seq } = welcome
  return [
    { ...welcome, users, usergroups },
    ...moreUsers.map((page) => ({ type: 'directory' as const, seq, users: page, usergroups: [] })),
    ...moreGroups.map((page) => ({ type: 'directory' as const, seq, users: [], usergroups: page })),
  ]
}

function toPages<T>(entries: readonly T[]): T[][] {
  const pages: T[][] = []
  for (let start = 0; start < entries.length;) {
    const page = fitOnPage(entries.slice(start), jsonBytes, maxPageBytes / 2)
    pages.push(page)
    start += page.length
  }
  return pages
}
