import { emojiName } from '@rivulet/blocks/emoji'
import type { Db, Tx } from '#store/db'
import type { Change } from '#store/tables/change'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { entry } from '#domain/log/entry'
import { findMessage, type MessageRow } from './find.ts'
import { holdMessage, noSuchMessage } from './editable.ts'
import { Refusal } from '#domain/refusal'
import { tsPattern } from '#domain/ts'

/** One emoji under a message. */
export interface Reaction {
  name: string
  /** In the order in which they reacted. */
  users: string[]
}

/** [RCT-2] Different emoji under one message, and of one person there. */
const mostEmoji = 50
const mostByOne = 23

/** A message of a place, and an emoji. */
export interface Reacting {
  channel: Channel
  ts: string
  name: string
}

export async function addReaction(tx: Tx, caller: Caller, { channel, ts, name: given }: Reacting): Promise<void> {
  await holdMessage(tx, channel, ts)
  const message = await reactable(tx, channel, ts)
  const name = await nameOf(tx, channel, given)
  await checkLock(tx, channel, message)
  const reaction = { team_id: channel.team_id, channel_id: channel.id, ts, name, user_id: caller.userId }
  await tx
    .insertInto('reactions')
    .values({ ...reaction, n: await nextPlace(tx, caller, message, name) })
    .execute()
  logReaction(tx, caller, message, { type: 'reacted', name })
}

export async function removeReaction(tx: Tx, caller: Caller, { channel, ts, name: given }: Reacting): Promise<void> {
  await holdMessage(tx, channel, ts)
  const message = await reactable(tx, channel, ts)
  const name = await nameOf(tx, channel, given)
  const removed = await reactionsOf(tx, message)
    .where('name', '=', name)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n)
    throw new Refusal('no_reaction', `${caller.userId} has not reacted to ${ts} with ${name}.`)
  logReaction(tx, caller, message, { type: 'unreacted', name })
}

/** The reactions to some messages of a channel, by ts: emoji in the order in which they came. */
export async function reactionsTo(
  db: Db,
  channel: { team_id: string; id: string },
  messages: readonly string[],
): Promise<Map<string, Reaction[]>> {
  const found = new Map<string, Reaction[]>()
  if (messages.length === 0) return found
  const rows = await db
    .selectFrom('reactions')
    .select(['ts', 'name', 'user_id'])
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', 'in', messages)
    .orderBy('ts')
    .orderBy('n')
    .execute()
  for (const { ts, name, user_id: user } of rows) {
    const reactions = found.get(ts) ?? []
    if (reactions.length === 0) found.set(ts, reactions)
    const known = reactions.find((reaction) => reaction.name === name)
    if (known) known.users.push(user)
    else reactions.push({ name, users: [user] })
  }
  return found
}

export async function clearReactions(tx: Tx, message: MessageRow): Promise<void> {
  await reactionsOf(tx, message).execute()
}

/** A message that one may react to, or ask for its reactions. */
export async function reactable(db: Db, channel: Channel, ts: string): Promise<MessageRow> {
  if (!tsPattern.test(ts))
    throw new Refusal('bad_timestamp', `"timestamp": ${JSON.stringify(ts)} is no ts like "1767225600.000100".`)
  const message = await findMessage(db, channel, ts)
  if (!message) throw noSuchMessage(channel, ts)
  return message
}

/** [RCT-1] The one name of the emoji: of the standard set, or of the team's own. */
async function nameOf(db: Db, channel: Channel, given: string): Promise<string> {
  const standard = emojiName(given)
  if (standard !== undefined) return standard
  const own = await db
    .selectFrom('emoji')
    .select('name')
    .where('team_id', '=', channel.team_id)
    .where('name', '=', given)
    .executeTakeFirst()
  if (own) return own.name
  const hint = given.includes('::') ? ' that takes this skin tone' : given.startsWith(':') ? ' (without colons)' : ''
  throw new Refusal('invalid_name', `"name": ${JSON.stringify(given)} is no emoji${hint}.`)
}

async function checkLock(db: Db, channel: Channel, message: MessageRow): Promise<void> {
  const root = message.thread_ts === null ? message : await findMessage(db, channel, message.thread_ts)
  if (root?.locked) throw new Refusal('thread_locked', `The thread ${root.ts} is locked.`)
}

/** The place of a new reaction in their order, if there is room for it. */
async function nextPlace(tx: Tx, caller: Caller, message: MessageRow, name: string): Promise<number> {
  const { team_id: teamId, channel_id: channelId, ts } = message
  const known = await tx
    .selectFrom('reactions')
    .select(({ fn }) => ['name', fn.max('n').as('n')])
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
    .groupBy('name')
    .execute()
  const mine = await tx
    .selectFrom('reactions')
    .select('name')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
    .where('user_id', '=', caller.userId)
    .execute()
  if (mine.some((reaction) => reaction.name === name))
    throw new Refusal('already_reacted', `${caller.userId} has already reacted to ${ts} with ${name}.`)
  if (mine.length >= mostByOne)
    throw new Refusal('too_many_reactions', `One may react to a message with ${mostByOne} emoji at most.`)
  if (known.length >= mostEmoji && known.every((reaction) => reaction.name !== name))
    throw new Refusal('too_many_emoji', `A message has at most ${mostEmoji} different emoji under it.`)
  return Math.max(0, ...known.map(({ n }) => n)) + 1
}

function reactionsOf(tx: Tx, { team_id: teamId, channel_id: channelId, ts }: MessageRow) {
  return tx
    .deleteFrom('reactions')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
}

function logReaction(tx: Tx, caller: Caller, message: MessageRow, change: Change): void {
  const { team_id: teamId, channel_id: channelId, ts } = message
  tx.work.log(entry('reaction', teamId, { channelId, ts, subject: caller.userId, change }))
}
