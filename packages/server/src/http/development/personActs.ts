import type { Block } from '@rivulet/blocks/types'
import type { Caller } from '#domain/access/caller'
import { openDirectMessage } from '#domain/channels/directMessage'
import { findChannel } from '#domain/channels/find'
import { createUpload, findExpectedFile, receiveFile } from '#domain/files/upload'
import { sendMessage } from '#domain/people/messages/send'
import { toggleReaction } from '#domain/people/react'
import { stopStream } from '#domain/people/stopStream'
import { findUser } from '#domain/people/users'
import type { Store, Tx } from '#store/db'
import type { Journal } from '#http/development/journal/journal'

/** What a person writes. `channel` may also be an app or a person, for the direct message with them. */
export interface SaidMessage {
  channel: string
  /** Markdown. */
  text?: string | undefined
  blocks?: readonly Block[] | undefined
  threadTs?: string | undefined
  /** Whether a message to an assistant goes into a thread with it, as in the web client. */
  toAssistant?: boolean
  /** Ids of files that they have uploaded for the message. */
  files?: readonly string[]
}

/** Where people act, and what notes that they did. */
export interface Stage {
  store: Store
  journal: Journal
}

/** A person writes a message. */
export async function say(
  { store, journal }: Stage,
  person: Caller,
  said: SaidMessage,
): Promise<{ channel: string; ts: string }> {
  const place = await store.write(async (tx) => {
    const channel = await resolveChannel(tx, person, said.channel)
    const files = said.files?.map((id) => ({ id }))
    return { channel, ts: await sendMessage(tx, person, { ...said, channelId: channel, files }) }
  })
  const { text, blocks, threadTs: thread_ts, files } = said
  journal.addAct(person, { act: 'says', ...place, detail: given({ text, blocks, thread_ts, files }) })
  return place
}

/** A person stops a stream, or the work of agents in a thread. */
export async function stop(
  { store, journal }: Stage,
  person: Caller,
  { channel, ts, app }: { channel: string; ts: string; app?: string | undefined },
): Promise<void> {
  await store.write((tx) => stopStream(tx, person, channel, ts, app))
  journal.addAct(person, { act: 'stops', channel, ts, detail: given({ app_id: app }) })
}

/** A person adds a reaction to a message, or takes it away. */
export async function react(
  { store, journal }: Stage,
  person: Caller,
  { channelId: channel, ts, name, wanted }: { channelId: string; ts: string; name: string; wanted: boolean },
): Promise<void> {
  await store.write((tx) => toggleReaction(tx, person, { channelId: channel, ts, name, wanted }))
  journal.addAct(person, { act: wanted ? 'reacts' : 'unreacts', channel, ts, detail: { name } })
}

/** A person uploads a file, to send it with a message. Returns its id. */
export async function upload(
  { store, journal }: Stage,
  person: Caller,
  { name, bytes, alt = '' }: { name: string; bytes: Uint8Array; alt?: string | undefined },
): Promise<string> {
  const { id, ticket } = await store.write((tx) => createUpload(tx, person, { name, size: bytes.length, alt }))
  const file = await findExpectedFile(store.db, ticket)
  if (!file) throw new Error(`The upload of ${id} has ended before it began.`)
  await receiveFile(store, file, piecesOf(bytes))
  journal.addAct(person, { act: 'uploads', detail: { name, size: bytes.length, file: id } })
  return id
}

/** The fields that have a value. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A channel by its id. The id of a person or an app stands for the direct message with them, opened on first use. */
export async function resolveChannel(tx: Tx, { teamId, userId }: Caller, id: string): Promise<string> {
  if (await findChannel(tx, teamId, id)) return id
  const app = await tx.selectFrom('apps').select('bot_user').where('id', '=', id).executeTakeFirst()
  const other = await findUser(tx, teamId, app?.bot_user ?? id)
  return other ? (await openDirectMessage(tx, teamId, userId, other.id)).id : id
}
