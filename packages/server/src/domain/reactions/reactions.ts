import type { Db, Tx } from '#store/db'
import type { Change } from '#store/tables/change'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import { findMessage, type MessageRow } from '#domain/messages/find'
import { lockMessage, noSuchMessage } from '#domain/messages/editable'
import { Refusal } from '#domain/refusal'
import { findEmoji } from './customEmoji.ts'
import { tsPattern } from '#domain/ts'

/** One emoji under a message. */
export interface Reaction {
  name: string
  /** In the order in which they reacted. */
  users: string[]
}

/** [RCT-2] Limits of different emoji on one message: in total, and by one user. */
const maxEmoji = 50
const maxEmojiPerUser = 23

/** A message of a channel, and an emoji. */
export interface ReactionTarget {
  channel: Channel
  ts: string
  name: string
}

export async function addReaction(tx: Tx, caller: Caller, { channel, ts, name: given }: ReactionTarget): Promise<void> {
  await lockMessage(tx, channel, ts)
  const message = await findReactableMessage(tx, channel, ts)
  const name = await findEmojiName(tx, channel, given)
  await checkThreadIsOpen(tx, channel, message)
  const reaction = { team_id: channel.team_id, channel_id: channel.id, ts, name, user_id: caller.userId }
  const row = {
    ...reaction,
    n: await nextReactionNumber(tx, caller, message, name),
    author: message.bot_id === null && message.user_id !== caller.userId ? message.user_id : null,
    reacted_at: tx.clock.now(),
  }
  await tx.send(tx.insertInto('reactions').values(row))
  logReaction(tx, caller, message, { type: 'reacted', name })
}

export async function removeReaction(
  tx: Tx,
  caller: Caller,
  { channel, ts, name: given }: ReactionTarget,
): Promise<void> {
  await lockMessage(tx, channel, ts)
  const message = await findReactableMessage(tx, channel, ts)
  const name = await findEmojiName(tx, channel, given)
  const removed = await deleteReactionRows(tx, message)
    .where('name', '=', name)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n)
    throw new Refusal('no_reaction', `${caller.userId} has not reacted to ${ts} with ${name}.`)
  logReaction(tx, caller, message, { type: 'unreacted', name })
}

/** Lists the reactions to messages of a channel, by ts. Emoji are in the order in which they were added first. */
export async function listReactions(
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
    const existing = reactions.find((reaction) => reaction.name === name)
    if (existing) existing.users.push(user)
    else reactions.push({ name, users: [user] })
  }
  return found
}

export async function deleteReactions(tx: Tx, message: MessageRow): Promise<void> {
  await tx.send(deleteReactionRows(tx, message))
}

/** Finds a message to react to, or whose reactions are asked for. */
export async function findReactableMessage(db: Db, channel: Channel, ts: string): Promise<MessageRow> {
  if (!tsPattern.test(ts))
    throw new Refusal('bad_timestamp', `"timestamp": ${JSON.stringify(ts)} is not a ts like "1767225600.000100".`)
  const message = await findMessage(db, channel, ts)
  if (!message) throw noSuchMessage(channel, ts)
  return message
}

/** [RCT-1] Finds the canonical name of an emoji: a standard one, or a custom one of the team. */
async function findEmojiName(db: Db, channel: Channel, given: string): Promise<string> {
  const name = await findEmoji(db, channel.team_id, given)
  if (name !== undefined) return name
  const hint = given.includes('::') ? ' that takes this skin tone' : given.startsWith(':') ? ' (without colons)' : ''
  throw new Refusal('invalid_name', `"name": ${JSON.stringify(given)} is not an emoji${hint}.`)
}

async function checkThreadIsOpen(db: Db, channel: Channel, message: MessageRow): Promise<void> {
  const root = message.thread_ts === null ? message : await findMessage(db, channel, message.thread_ts)
  if (root?.locked) throw new Refusal('thread_locked', `The thread ${root.ts} is locked.`)
}

/** Returns the number that orders a new reaction, or refuses if a limit is reached. */
async function nextReactionNumber(tx: Tx, caller: Caller, message: MessageRow, name: string): Promise<number> {
  const { team_id: teamId, channel_id: channelId, ts } = message
  const existing = await tx
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
  if (mine.length >= maxEmojiPerUser)
    throw new Refusal('too_many_reactions', `One may react to a message with ${maxEmojiPerUser} emoji at most.`)
  if (existing.length >= maxEmoji && existing.every((reaction) => reaction.name !== name))
    throw new Refusal('too_many_emoji', `A message has at most ${maxEmoji} different emoji under it.`)
  return Math.max(0, ...existing.map(({ n }) => n)) + 1
}

function deleteReactionRows(tx: Tx, { team_id: teamId, channel_id: channelId, ts }: MessageRow) {
  return tx
    .deleteFrom('reactions')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
}

function logReaction(tx: Tx, caller: Caller, message: MessageRow, change: Change): void {
  const { team_id: teamId, channel_id: channelId, ts } = message
  tx.work.log(logEntry('reaction', teamId, { channelId, ts, subject: caller.userId, change }))
}
