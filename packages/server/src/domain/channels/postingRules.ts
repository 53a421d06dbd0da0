import type { Db } from '#store/db'
import { andThen, type MaybePromise } from '#store/maybePromise'
import { type Caller, isApp } from '#domain/access/caller'
import type { Channel, ChannelAccess } from './find.ts'
import { findTeam } from '#domain/access/teams'
import { type MessageRow, selectMessage } from '#domain/messages/find'
import { Refusal } from '#domain/refusal'
import { findThreadRoot, noSuchThread } from '#domain/threads/root'
import { type ChannelUse, findReachableChannel, streamUse } from './access.ts'

export interface PostingTarget<C extends Caller = Caller> {
  channel: Channel
  /** The caller, acting in the channel's team. */
  caller: C
  /** The thread's root, for a reply. */
  root: MessageRow | undefined
}

/**
 * [ORD 14] Finds the channel a caller wants to post in, and checks every rule about posting there. Without `threadTs` the
 * message goes to the channel itself. With `broadcast` a reply goes there too. `findDestination` finds the id for a name.
 */
export async function findPostingTarget<C extends Caller>(
  db: Db,
  caller: C,
  channelId: string,
  threadTs: string | undefined,
  { broadcast = false, ...use }: ChannelUse & { broadcast?: boolean | undefined } = {},
): Promise<PostingTarget<C>> {
  const { channel, caller: acting } = await findReachableChannel(db, caller, channelId, use)
  const root = threadTs === undefined ? undefined : await findThreadRoot(db, channel, threadTs)
  await checkPostingRules(db, acting, channel, threadTs, broadcast ? undefined : root)
  return { channel, caller: acting, root }
}

/** [HOOK-3] The same for a channel that is known, and in which the caller does not have to be. */
export async function findTargetIn<C extends Caller>(
  db: Db,
  caller: C,
  channel: Channel,
  threadTs: string | undefined,
): Promise<PostingTarget<C>> {
  const root = threadTs === undefined ? undefined : await findThreadRoot(db, channel, threadTs)
  await checkPostingRules(db, caller, channel, threadTs, root)
  return { channel, caller, root }
}

/** [ORD 16] Returns the root of the thread that is replied to. Refuses if there is none, or if it is locked. */
export function findOpenRoot({ channel, root }: PostingTarget, threadTs: string): MessageRow {
  if (!root) throw noSuchThread(channel, threadTs)
  if (root.locked) throw new Refusal('restricted_action_thread_locked', `The thread ${root.ts} is locked.`)
  return root
}

/**
 * [ORD 16, MSG-9] Returns the ts of the thread that an app's message replies to. A ts that never named a message is a thread
 * without a root, which `broadcast` cannot be sent from.
 */
export async function findThreadToReplyTo(
  db: Db,
  target: PostingTarget,
  threadTs: string | undefined,
  { broadcast = false }: { broadcast?: boolean | undefined } = {},
): Promise<string | undefined> {
  const { channel, root } = target
  if (threadTs === undefined) return undefined
  if (root || broadcast || !rootlessTs.test(threadTs)) return findOpenRoot(target, threadTs).ts
  const known = await selectMessage(db, channel, threadTs).executeTakeFirst()
  if (!known) return threadTs
  if (known.deleted || known.thread_ts === null) throw noSuchThread(channel, threadTs)
  return known.thread_ts
}

/** Invented ts in tests of apps are often shorter than real ones. */
const rootlessTs = /^\d{1,10}\.\d{1,6}$/

/** [ORD 14] Finds the channel of an open stream. The rules about posting hold for every append. */
export function findStreamingChannel<C extends Caller>(db: Db, caller: C, id: string): MaybePromise<ChannelAccess<C>> {
  return andThen(findReachableChannel(db, caller, id, streamUse), (found) =>
    andThen(checkPostingRules(db, found.caller, found.channel, '', 'reply'), () => found),
  )
}

function checkPostingRules(
  db: Db,
  caller: Caller,
  channel: Channel,
  threadTs: string | undefined,
  root: MessageRow | 'reply' | undefined,
): MaybePromise<void> {
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
  return andThen(findTeam(db, channel.team_id), (team) => {
    if (team?.policies.posting !== 'admins') return checkMessagesTab(caller, channel)
    return hasAdminRights(db, caller, team.id).then((may) => {
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

/** An app posts with the rights of the person who installed it. */
async function hasAdminRights(db: Db, caller: Caller, teamId: string): Promise<boolean> {
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
