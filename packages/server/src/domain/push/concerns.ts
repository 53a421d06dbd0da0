import { findQuietUntil } from '#domain/activity/quiet'
import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel, isVisibleTo } from '#domain/channels/find'
import { findReadMark, lastRead } from '#domain/channels/readMarks'
import { usualRule } from '#domain/channels/usualRule'
import { findSaved } from '#domain/later/saved'
import { findMessage, type MessageRow } from '#domain/messages/find'
import { findPersonCaller } from '#domain/people/personCaller'
import { findPreferences } from '#domain/people/profile/preferences'
import { listUsergroupIdsOf } from '#domain/people/usergroups/memberships'
import type { Db } from '#store/db'
import { isLooking } from './sight.ts'

/** A message that a person is to hear of. */
export interface News {
  person: Caller
  channel: Channel
  message: MessageRow
  /** The person wanted to be reminded of it. */
  reminds: boolean
}

/**
 * [NTF-6, NTF-10] Finds out whether a person is to hear of a message at this moment, by the rules that a page has for its
 * notifications: they are still there, in the channel and signed in, have not read it, want to be disturbed, and look at no
 * window of theirs.
 */
export async function findNews(
  db: Db,
  about: { team_id: string; session: string; user_id: string; channel_id: string; ts: string; reminds: boolean },
): Promise<News | undefined> {
  const person = await findPersonCaller(db, about.team_id, about.user_id)
  const channel = person && (await findChannel(db, about.team_id, about.channel_id))
  if (!channel || !isVisibleTo(channel, person)) return undefined
  const { reminds } = about
  const message = await findMessage(db, channel, about.ts)
  if (!message || message.notice || message.streaming_state === 'in_progress') return undefined
  if (!(await isSignedIn(db, about))) return undefined
  const isWanted = reminds ? isStillReminded(db, person, channel, message) : isStillNews(db, person, channel, message)
  if (!(await isWanted)) return undefined
  if ((await findQuietUntil(db, person)) > db.clock.now() || (await isLooking(db, person))) return undefined
  return { person, channel, message, reminds }
}

/** [NTF-13] Whether a person still sees a message that was pushed, and has not muted its channel. */
export async function seesPushed(db: Db, person: Caller, place: { channel: string; ts: string }): Promise<boolean> {
  const channel = await findChannel(db, person.teamId, place.channel)
  if (!channel || !isVisibleTo(channel, person) || !(await findMessage(db, channel, place.ts))) return false
  return !(await findReadMark(db, channel, person.userId))?.muted
}

async function isSignedIn(
  db: Db,
  { session, team_id, user_id }: { session: string; team_id: string; user_id: string },
) {
  const own = db.selectFrom('sessions').select('hash').where('hash', '=', session)
  const found = own.where('team_id', '=', team_id).where('user_id', '=', user_id)
  return (await found.where('expires_at', '>', db.clock.now()).executeTakeFirst()) !== undefined
}

async function isStillNews(db: Db, person: Caller, channel: Channel, message: MessageRow): Promise<boolean> {
  const { ts, thread_ts: threadTs, subtype } = message
  const member = await db
    .selectFrom('members')
    .select(['muted', 'notify', lastRead.as('last_read')])
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', person.userId)
    .executeTakeFirst()
  const rule = member?.notify ?? usualRule(channel, (await findPreferences(db, person)).notify)
  if (!member || member.muted || rule === 'nothing') return false
  const isUnread = ts > member.last_read
  if (await isMentioned(db, person, channel, ts)) return isUnread
  if (threadTs === null || subtype === 'thread_broadcast' || channel.kind === 'im') return rule === 'all' && isUnread
  const thread = await db
    .selectFrom('followed_threads')
    .select('last_read')
    .where('team_id', '=', channel.team_id)
    .where('user_id', '=', person.userId)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', '=', threadTs)
    .executeTakeFirst()
  return thread !== undefined && ts > thread.last_read
}

/** [LAT-6] Whether the person is not done with a message that they were reminded of, and has not muted its channel. */
async function isStillReminded(db: Db, person: Caller, channel: Channel, { ts }: MessageRow): Promise<boolean> {
  const saved = await findSaved(db, person, { channelId: channel.id, ts })
  if (!saved || saved.done_at !== null || saved.reminded_at === null) return false
  return !(await findReadMark(db, channel, person.userId))?.muted
}

async function isMentioned(db: Db, { teamId, userId }: Caller, channel: Channel, ts: string): Promise<boolean> {
  const targets = [userId, channel.id, ...(await listUsergroupIdsOf(db, teamId, userId))]
  const found = await db
    .selectFrom('mentions')
    .select('ts')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', ts)
    .where('target', 'in', targets)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
