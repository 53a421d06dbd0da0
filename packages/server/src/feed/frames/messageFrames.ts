import { findChannel } from '#domain/channels/find'
import { findEphemeral, hasContent } from '#domain/messages/ephemeral'
import { selectMessage, findShownMessages } from '#domain/messages/find'
import { findLatestTs } from '#domain/messages/list'
import { listReactions } from '#domain/reactions/reactions'
import type { Db } from '#store/db'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { FollowedEntry } from '#store/news'
import { toEphemeralMessage, type MessageVersions, toViewerMessages } from '#feed/objects/messages'
import { outgoingToAuthor, outgoingToFollowers } from './activityFrames.ts'
import type { Outgoing } from './outgoing.ts'
import { keyOf, toChannel, type ChangedThing } from './changedThing.ts'

/**
 * The messages that the entries name, as they are now. A reply brings its root along, because the root counts its
 * replies. One query reads all messages of a channel.
 */
export async function findChangedMessages(
  db: Db,
  entries: readonly FollowedEntry[],
): Promise<Map<string, MessageVersions>> {
  const byChannel = new Map<string, { channel: { team_id: string; id: string }; timestamps: Set<string> }>()
  for (const { kind, team_id, channel_id: id, ts } of entries) {
    if (kind !== 'message' || !id || !ts) continue
    const key = `${team_id}/${id}`
    const known = byChannel.get(key)
    if (known) known.timestamps.add(ts)
    else byChannel.set(key, { channel: { team_id, id }, timestamps: new Set([ts]) })
  }
  const found = await Promise.all(
    [...byChannel.values()].map(async ({ channel, timestamps }) => {
      const messages = await readChangedMessages(db, channel, timestamps)
      const toKey = (ts: string) => keyOf({ team_id: channel.team_id, channel_id: channel.id, ts })
      return messages.map((message) => [toKey(message.open.ts), message] as const)
    }),
  )
  return new Map(found.flat())
}

/** These messages of one channel, and the roots of those that are replies. */
async function readChangedMessages(
  db: Db,
  channel: { team_id: string; id: string },
  timestamps: ReadonlySet<string>,
): Promise<MessageVersions[]> {
  const rows = await findShownMessages(db, channel, [...timestamps])
  const roots = new Set(rows.flatMap(({ thread_ts }) => thread_ts ?? [])).difference(timestamps)
  rows.push(...(await findShownMessages(db, channel, [...roots])))
  const shown = new Set(rows.map(({ ts }) => ts))
  // [MSG-9] Nobody can open a thread without a root.
  const reachable = rows.filter(({ thread_ts: root }) => root === null || shown.has(root))
  return toViewerMessages(db, channel, reachable)
}

/** A message, and the root of a reply. Takes them out of `unsent`, so that each is sent once. */
export function outgoingFromMessage(
  unsent: Map<string, MessageVersions>,
  entry: FollowedEntry,
  seq: number,
): Outgoing[] {
  const { team_id: teamId, channel_id: channelId } = entry
  if (!channelId) return []
  const out: Outgoing[] = []
  let { ts } = entry
  while (ts !== null) {
    const key = keyOf({ ...entry, ts })
    const message = unsent.get(key)
    if (!message) break
    unsent.delete(key)
    out.push(toMessageFrame({ teamId, channelId }, message, seq))
    ts = message.open.thread_ts ?? null
  }
  return out
}

/** To the channel: each viewer is sent the version that it may see. */
function toMessageFrame(
  { teamId, channelId }: Pick<ChangedThing, 'teamId' | 'channelId'>,
  message: MessageVersions,
  seq: number,
): Outgoing {
  const { audience, open, hidden } = message
  const frame = (hide: boolean): ServerFrame => {
    return { type: 'message', seq, channel: channelId, message: hide ? hidden : open }
  }
  return { to: 'channel', teamId, channelId, audience, frame }
}

/** A deleted message, and the root of a deleted reply, because the root counts its replies. */
export async function outgoingFromDeletion(db: Db, thing: ChangedThing): Promise<Outgoing[]> {
  const { teamId, channelId, ts, seq } = thing
  const channel = { team_id: teamId, id: channelId }
  const shown = await readChangedMessages(db, channel, new Set([ts]))
  // [BUS-5] A forged entry may name a message that is not deleted, or a deleted root that is still shown.
  if (shown.some(({ open }) => open.ts === ts)) return shown.map((message) => toMessageFrame(thing, message, seq))
  const row = await selectMessage(db, channel, ts).executeTakeFirst()
  const deleted = { type: 'deleted', seq, channel: channelId, ts, latest: await findLatestTs(db, channel) } as const
  const root = row?.thread_ts ? await findShownMessages(db, channel, [row.thread_ts]) : []
  const messages = await toViewerMessages(db, channel, root)
  return [
    toChannel(thing, deleted),
    ...messages.map((message) => toMessageFrame(thing, message, seq)),
    ...(row?.thread_ts ? await outgoingToFollowers(db, { ...thing, ts: row.thread_ts }) : []),
    ...(await outgoingToAuthor(db, thing)),
  ]
}

/** The reactions alone, so the frame stays small however long the message is. */
export async function outgoingFromReaction(db: Db, { teamId, channelId, ts, seq }: ChangedThing): Promise<Outgoing[]> {
  const reactions = (await listReactions(db, { team_id: teamId, id: channelId }, [ts])).get(ts) ?? []
  return [toChannel({ teamId, channelId }, { type: 'reactions', seq, channel: channelId, ts, reactions })]
}

/** A message that only one person sees. */
export async function outgoingFromEphemeral(db: Db, { teamId, channelId, ts, seq }: ChangedThing): Promise<Outgoing[]> {
  const row = await findEphemeral(db, { team_id: teamId, id: channelId }, ts)
  const channel = await findChannel(db, teamId, channelId)
  // A person who has left the channel since is not shown it any more.
  if (!row || !channel?.members.has(row.for_user)) return []
  const frame: ServerFrame = hasContent(row)
    ? { type: 'ephemeral', seq, channel: channelId, message: toEphemeralMessage(row) }
    : { type: 'ephemeral_gone', seq, channel: channelId, ts }
  return [{ to: 'person', teamId, userId: row.for_user, frame }]
}
