import type { Block } from '@rivulet/blocks/block'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import type { Db, Tx } from '#store/db'
import { threadToSpeakIn } from '#domain/apps/home'
import type { Caller } from '#domain/access/caller'
import { teamOf } from '#domain/access/grants'
import { appProfiles } from '#domain/apps/profiles'
import { type Channel, noSuchChannel } from '#domain/channels/find'
import { openDirect } from '#domain/channels/list'
import { postMessage } from '#domain/messages/post'
import { repeatedMessage } from '#domain/messages/duplicates'
import { openRoot, postablePlace, reachableChannel } from '#domain/channels/postingRules'
import { addReaction, type Reacting, removeReaction } from '#domain/messages/reactions'
import { Refusal } from '#domain/refusal'
import { stopByReader } from '#domain/streams/stopByReader'
import { type Completed, completeFiles } from '#domain/files/share'
import { findUser } from './users.ts'

/** A person of a team as a caller; undefined where there is none, or no more. */
export async function personCaller(db: Db, teamId: string, userId: string): Promise<Caller | undefined> {
  const user = await findUser(db, teamId, userId)
  if (!user || user.deleted || user.app_id) return undefined
  if ((await teamOf(db, teamId))?.deleted !== false) return undefined
  return {
    kind: 'person',
    teamId,
    userId,
    app: undefined,
    scopes: [],
    enterpriseId: undefined,
    teamsGranted: undefined,
  }
}

export interface Saying {
  channelId: string
  /** As Markdown. */
  text?: string | undefined
  blocks?: readonly Block[] | undefined
  threadTs?: string | undefined
  /** Whether a reply stands in the channel too. */
  broadcast?: boolean | undefined
  clientMsgId?: string | undefined
  /** Whether what is said to an assistant is said in a thread with it. */
  converses?: boolean
  /** What they uploaded for it. */
  files?: readonly Completed[] | undefined
}

/** A person writes. Answers the message's ts; the same `clientMsgId` again answers the same. */
export async function say(tx: Tx, person: Caller, saying: Saying): Promise<string> {
  const known = await repeatedMessage(tx, person, saying.clientMsgId, saying.channelId)
  if (known) return known.ts
  const threadTs =
    saying.threadTs ?? (saying.converses ? await threadToSpeakIn(tx, person, saying.channelId) : undefined)
  const place = await postablePlace(tx, person, saying.channelId, threadTs, saying.broadcast)
  await checkAppReads(tx, person, place.channel)
  const root = threadTs === undefined ? undefined : openRoot(place, threadTs)
  const text = saying.text?.toWellFormed()
  const blocks = saying.blocks ?? blocksFromMarkdown(text ?? '')
  const given = saying.files ?? []
  if (blocks.length === 0 && given.length === 0) throw new Refusal('no_text', 'There is nothing in the message.')
  const files = await completeFiles(tx, person, given)
  const row = await postMessage(tx, person, {
    channel: place.channel,
    files: files.map(({ id }) => id),
    threadTs: root?.ts,
    broadcast: saying.broadcast,
    text: mrkdwnFromBlocks(blocks),
    blocks,
    markdown: text || undefined,
    clientMsgId: saying.clientMsgId,
  })
  return row.ts
}

/** [PLA] An app may only tell things, or have no messages at all: what nobody reads is not taken. */
async function checkAppReads(db: Db, { teamId, userId }: Caller, channel: Channel): Promise<void> {
  const partner = channel.kind === 'im' && [...channel.members].find((id) => id !== userId)
  const { app_id: appId } = (partner && (await findUser(db, teamId, partner))) || {}
  const app = appId ? (await appProfiles(db, [appId])).get(appId) : undefined
  if (app?.messages === 'off') throw new Refusal('messages_tab_disabled', `${app.name} takes no messages.`)
  if (app?.messages === 'read_only')
    throw new Refusal('restricted_action_read_only_channel', `${app.name} only tells you things here.`)
}

/** [STR-6, THR-10] A person who may read a thread stops what grows or is worked at there. */
export async function stopStream(tx: Tx, person: Caller, channelId: string, ts: string): Promise<void> {
  const { channel } = await reachableChannel(tx, person, channelId, { canvas: false, archived: true })
  if (!channel.members.has(person.userId)) throw noSuchChannel(channelId)
  await stopByReader(tx, { channel, ts, userId: person.userId })
}

/** A person reacts to a message, or takes that back. */
export async function react(
  tx: Tx,
  person: Caller,
  { channelId, wanted, ...to }: Omit<Reacting, 'channel'> & { channelId: string; wanted: boolean },
): Promise<void> {
  const { channel } = await reachableChannel(tx, person, channelId)
  await (wanted ? addReaction : removeReaction)(tx, person, { channel, ...to })
}

/** The direct message of a person with somebody of their team, or with an app that takes them; opened on first use. */
export async function directWith(tx: Tx, person: Caller, userId: string): Promise<string> {
  const other = await findUser(tx, person.teamId, userId)
  if (!other || other.deleted)
    throw new Refusal('user_not_found', `"user": nobody of the team is ${JSON.stringify(userId)}.`)
  const { id } = await openDirect(tx, person.teamId, person.userId, userId)
  return id
}
