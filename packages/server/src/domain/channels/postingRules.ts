import type { Db } from '#store/db'
import { soon, type Soon } from '#store/maybePromise'
import { type Caller, isApp } from '#domain/access/caller'
import { type Channel, type Seen, visibleChannel } from './find.ts'
import { teamOf } from '#domain/access/grants'
import { findStanding, type MessageRow } from '#domain/messages/find'
import { Refusal } from '#domain/refusal'

export interface Place<C extends Caller = Caller> {
  channel: Channel
  /** The caller, acting in the channel's team. */
  caller: C
  /** The thread's root, for a reply. */
  root: MessageRow | undefined
}

/**
 * [ORD 14] The channel a caller means to write to, if every rule of the place lets them.
 * `threadTs` undefined: the message is to stand on top; with `broadcast` it stands there too.
 */
export async function postablePlace<C extends Caller>(
  db: Db,
  by: C,
  channelId: string,
  threadTs: string | undefined,
  broadcast = false,
): Promise<Place<C>> {
  const { channel, caller } = await reachableChannel(db, by, channelId)
  const root = threadTs === undefined ? undefined : await findRoot(db, channel, threadTs)
  await checkPostingRules(db, caller, channel, threadTs, broadcast ? undefined : root)
  return { channel, caller, root }
}

/** [ORD 16] The root of the thread that is replied to, if there is one and it is open. */
export function openRoot({ channel, root }: Place, threadTs: string): MessageRow {
  if (!root) throw noSuchThread(channel, threadTs)
  if (root.locked) throw new Refusal('restricted_action_thread_locked', `The thread ${root.ts} is locked.`)
  return root
}

/** [ORD 14] The channel of a stream that goes on: the rules of the place hold for every call. */
export function streamingChannel<C extends Caller>(db: Db, by: C, id: string): Soon<Seen<C>> {
  return soon(reachableChannel(db, by, id), (found) =>
    soon(checkPostingRules(db, found.caller, found.channel, '', 'reply'), () => found),
  )
}

/** [ORD 14] A channel that the caller may act in: visible, not suspended, a member of it, not blocked there. */
export function reachableChannel<C extends Caller>(
  db: Db,
  by: C,
  id: string,
  kinds: { canvas: boolean; archived: boolean } = { canvas: false, archived: false },
): Soon<Seen<C>> {
  return soon(visibleChannel(db, by, id), (seen) =>
    soon(checkSuspended(db, seen.channel), () => {
      checkReachable(seen, id, kinds)
      return seen
    }),
  )
}

function checkReachable({ channel, caller }: Seen<Caller>, id: string, kinds: { canvas: boolean; archived: boolean }) {
  if (channel.kind === 'canvas' && !kinds.canvas) {
    throw new Refusal('channel_type_not_supported', `${id} is a canvas; messages cannot be posted there.`)
  }
  if (channel.archived && !kinds.archived) throw new Refusal('is_archived', `The channel ${id} is archived.`)
  if (!channel.members.has(caller.userId)) throw notAMember(caller, channel)
  if (caller.app && channel.blocked_apps.includes(caller.app.id)) {
    throw new Refusal('access_denied', `The app ${caller.app.id} is blocked in ${id}.`)
  }
}

/** [ORD 14] */
export function checkSuspended(db: Db, channel: Channel): Soon<void> {
  return soon(teamOf(db, channel.team_id), (team) => {
    if (team?.policies.suspended) throw new Refusal('ekm_access_denied', `Posting is suspended in the team ${team.id}.`)
    if (channel.suspended)
      throw new Refusal('ekm_access_denied', `The administrators disabled sending to ${channel.id}.`)
  })
}

/** A channel whose messages the caller may read: one that they are in. */
export async function readableChannel(db: Db, caller: Caller, id: string): Promise<Channel> {
  const { channel } = await visibleChannel(db, caller, id)
  if (channel.members.has(caller.userId)) return channel
  throw notAMember(caller, channel)
}

/** [PLA] */
export function notAMember(caller: Caller, channel: Channel): Refusal {
  return isApp(caller)
    ? new Refusal('no_permission', `The app has to be a member of ${channel.id}; invite it first.`)
    : new Refusal('not_in_channel', `You are not in ${channel.id}; join it first.`)
}

function checkPostingRules(
  db: Db,
  caller: Caller,
  channel: Channel,
  threadTs: string | undefined,
  root: MessageRow | 'reply' | undefined,
): Soon<void> {
  const { id } = channel
  if (channel.posting === 'read_only') {
    throw new Refusal('restricted_action_read_only_channel', `The channel ${id} is read-only.`)
  }
  if (channel.posting === 'threads_only' && caller.app && !root) {
    throw new Refusal(
      'restricted_action_thread_only_channel',
      `In ${id} apps reply in threads; name a message of it as \`thread_ts\`.`,
    )
  }
  if (!channel.threads && threadTs !== undefined) {
    throw new Refusal('restricted_action_non_threadable_channel', `The channel ${id} has no threads.`)
  }
  return soon(teamOf(db, channel.team_id), (team) => {
    if (team?.policies.posting !== 'admins') return checkMessagesTab(caller, channel)
    return actsForAdmin(db, caller, team.id).then((may) => {
      if (!may) throw new Refusal('restricted_action', `In the team ${channel.team_id} only administrators may post.`)
      checkMessagesTab(caller, channel)
    })
  })
}

function checkMessagesTab(caller: Caller, channel: Channel): void {
  if (channel.kind === 'im' && isApp(caller) && !caller.app.messagesTab) {
    throw new Refusal(
      'messages_tab_disabled',
      `The app ${caller.app.id} has no messages tab; turn it on in its manifest.`,
    )
  }
}

/** An app posts with the rights of who installed it. */
async function actsForAdmin(db: Db, caller: Caller, teamId: string): Promise<boolean> {
  const admin = db.selectFrom('users').select('users.id').where('users.team_id', '=', teamId).where('admin', '=', true)
  const found = isApp(caller)
    ? await admin
        .innerJoin('installations', (join) =>
          join
            .onRef('installations.team_id', '=', 'users.team_id')
            .onRef('installations.installed_by', '=', 'users.id'),
        )
        .where('installations.app_id', '=', caller.app.id)
        .executeTakeFirst()
    : await admin.where('users.id', '=', caller.userId).executeTakeFirst()
  return found !== undefined
}

/** [STR-9] A reply's ts is taken as its thread's root. */
export async function findRoot(db: Db, channel: Channel, ts: string): Promise<MessageRow | undefined> {
  const message = await findStanding(db, channel, ts)
  if (!message || message.thread_ts === null) return message
  return findStanding(db, channel, message.thread_ts)
}

export function noSuchThread(channel: Channel, threadTs: string): Refusal {
  return new Refusal('invalid_thread_ts', `"thread_ts": ${JSON.stringify(threadTs)} names no message of ${channel.id}.`)
}
