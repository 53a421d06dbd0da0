import { noThreadTs } from '#domain/threads/find'
import type { Db } from '#store/db'
import type { FollowedEntry } from '#store/news'
import type { Outgoing } from './outgoing.ts'
import type { MessageVersions } from '#feed/objects/messages'
import { keyOf } from './changedThing.ts'
import {
  findChangedMessages,
  outgoingFromMessage,
  outgoingFromDeletion,
  outgoingFromReaction,
  outgoingFromEphemeral,
} from './messageFrames.ts'
import { outgoingFromActivity, outgoingToAuthor, outgoingToFollowers } from './activityFrames.ts'
import { outgoingFromBookmarks, outgoingFromPin, outgoingFromSaved, outgoingFromScheduled } from './keptFrames.ts'
import { outgoingFromStatus, outgoingFromThread } from './threadFrames.ts'
import {
  outgoingFromViews,
  outgoingFromDraft,
  outgoingFromPreferences,
  outgoingFromPresence,
  outgoingFromSidebar,
  outgoingFromReadMark,
  outgoingFromUser,
  outgoingFromUsergroup,
} from './personFrames.ts'
import { outgoingFromDeltas } from './deltaFrames.ts'

/**
 * Turns log entries into frames, and joins the deltas of one stream. All frames carry `seq`, by default the number before the
 * first entry. A viewer that is cut off between two of them starts again there; a repeated change does no harm.
 */
export async function outgoingFromLog(
  db: Db,
  entries: readonly FollowedEntry[],
  seq = (entries[0]?.seq ?? 1) - 1,
): Promise<Outgoing[]> {
  // What is asked together is sent to PostgreSQL together.
  const reading: Promise<Outgoing[]>[] = []
  const deltasByStream = new Map<string, FollowedEntry[]>()
  const done = new Set<string>()
  const messages = await findChangedMessages(db, entries)
  const replies = [...messages].filter(([, { open }]) => open.thread_ts !== undefined)
  for (const entry of entries) {
    if (entry.kind === 'delta') {
      const key = keyOf(entry)
      const deltas = deltasByStream.get(key)
      if (deltas) deltas.push(entry)
      else deltasByStream.set(key, [entry])
      continue
    }
    // An entry says that something changed, not how, so one look-up serves several entries.
    const changed = `${entry.kind}/${keyOf(entry)}/${entry.subject}`
    if (done.has(changed) && entry.kind !== 'member') continue
    done.add(changed)
    if (entry.kind === 'message') reading.push(Promise.resolve(outgoingFromMessage(messages, entry, seq)))
    else reading.push(outgoingFromChange(db, { ...entry, seq }))
  }
  for (const deltas of deltasByStream.values()) reading.push(outgoingFromDeltas(db, deltas, seq))
  for (const thread of threadsOf(replies)) reading.push(outgoingToFollowers(db, { ...thread, seq }))
  return (await Promise.all(reading)).flat()
}

/** The threads of these replies, each once. */
function threadsOf(replies: Iterable<[string, MessageVersions]>) {
  const threads = new Map<string, { teamId: string; channelId: string; ts: string }>()
  for (const [key, { open }] of replies) {
    const [teamId = '', channelId = ''] = key.split('/')
    const { thread_ts: ts = '' } = open
    threads.set(`${teamId}/${channelId}/${ts}`, { teamId, channelId, ts })
  }
  return threads.values()
}

async function outgoingFromChange(db: Db, entry: FollowedEntry): Promise<Outgoing[]> {
  const { team_id: teamId, channel_id: channelId, ts, seq } = entry
  if (entry.kind === 'team') return [{ to: 'reconnect', teamId }]
  if (entry.kind === 'session') return [{ to: 'session', teamId, hash: entry.subject ?? '' }]
  if (entry.kind === 'user') return outgoingFromUser(db, entry)
  if (entry.kind === 'activity') return outgoingFromActivity(db, entry)
  if (entry.kind === 'sidebar') return outgoingFromSidebar(db, entry)
  if (entry.kind === 'draft') return outgoingFromDraft(db, entry)
  if (entry.kind === 'preferences') return outgoingFromPreferences(db, entry)
  if (entry.kind === 'presence') return outgoingFromPresence(db, entry)
  if (entry.kind === 'usergroup') return outgoingFromUsergroup(db, entry)
  if (entry.kind === 'view')
    return outgoingFromViews(db, { teamId, rootId: ts ?? '', subject: entry.subject ?? '', seq })
  if (entry.kind === 'scheduled') return outgoingFromScheduled(db, { teamId, userId: entry.subject ?? '', seq })
  // Only apps receive what people open and view, and what happens to files.
  if (!channelId || entry.kind === 'app' || entry.kind === 'file') return []
  if (entry.kind === 'bookmark') return outgoingFromBookmarks(db, { teamId, channelId, seq })
  if (entry.kind === 'channel' || entry.kind === 'member')
    return [{ to: 'eachViewer', teamId, channelId, seq, subject: entry.subject }]
  if (entry.kind === 'read') return outgoingFromReadMark(db, { teamId, channelId, seq, userId: entry.subject ?? '' })
  if (entry.kind === 'thread') return [await outgoingFromThread(db, { teamId, channelId, ts: ts ?? noThreadTs, seq })]
  if (!ts) return []
  if (entry.kind === 'status')
    return [await outgoingFromStatus(db, { teamId, channelId, ts, seq }, entry.subject ?? '')]
  if (entry.kind === 'saved') return outgoingFromSaved(db, { teamId, channelId, ts, seq }, entry.subject ?? '')
  if (entry.kind === 'pin') return outgoingFromPin(db, { teamId, channelId, ts, seq })
  if (entry.kind === 'reaction') {
    const reactions = await outgoingFromReaction(db, { teamId, channelId, ts, seq })
    return [...reactions, ...(await outgoingToAuthor(db, { teamId, channelId, ts, seq }))]
  }
  if (entry.kind === 'ephemeral') return outgoingFromEphemeral(db, { teamId, channelId, ts, seq })
  return outgoingFromDeletion(db, { teamId, channelId, ts, seq })
}
