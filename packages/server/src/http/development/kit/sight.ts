import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import type { ShownView } from '#domain/interactions/interactions'
import { type EphemeralRow, findEphemeral, hasContent, listEphemeralsSince } from '#domain/messages/ephemeral'
import { findMessage } from '#domain/messages/find'
import { listChannelMessages } from '#domain/messages/list'
import { findHome, findView } from '#domain/views/find'
import { toShownView } from '#domain/views/shownView'
import { readThreadAs } from '#http/development/threadView'
import { toMessageObjects } from '#objects/message'
import type { MessageObject } from '#objects/messageSchema'
import type { Db, Store } from '#store/db'

/** A message as somebody sees it. `ephemeralFor` is the only person who does. */
export type SeenMessage = Omit<MessageObject, 'type'> & {
  channel: string
  ephemeralFor?: string
  /** Of a stream that has ended. */
  streamEndedBy?: 'app' | 'reader' | 'idle' | 'lifetime' | 'error'
}
type ThreadState = Awaited<ReturnType<typeof readThreadAs>>
export type SeenThread = Omit<ThreadState, 'messages'> & { messages: SeenMessage[] }

/** What people are shown, and what apps have written. */
export class Sight {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** A message, or what one person alone is shown. Undefined if there is none, or it was taken away. */
  async message(
    team: string,
    channel: string,
    ts: string,
    reader: Caller | 'operator' = 'operator',
  ): Promise<SeenMessage | undefined> {
    const { db } = this.#store
    const key = { team_id: team, id: channel }
    const row = await findMessage(db, key, ts)
    if (row && !row.deleted && row.notice === null) {
      const [message] = await toMessageObjects(db, key, [row], { metadata: true, reader })
      return (
        message && { ...message, channel, ...(message.streaming_state ? await findEnd(db, team, channel, ts) : {}) }
      )
    }
    const ephemeral = await findEphemeral(db, key, ts)
    return ephemeral && hasContent(ephemeral) ? toSeenEphemeral(ephemeral) : undefined
  }

  /** [STR-12] A thread as this person sees it, with what apps show to them alone. */
  thread(person: Caller, channel: string, threadTs: string): Promise<SeenThread> {
    return this.#store.snapshot(async (db) => {
      const { messages, ...thread } = await readThreadAs(db, person, channel, threadTs)
      const own = await listOwn(db, person, channel, threadTs)
      return { ...thread, messages: inOrder([...messages.map((message) => ({ ...message, channel })), ...own]) }
    })
  }

  /** The newest messages of a channel, outside of threads, as this person sees them. */
  conversation(person: Caller, channelId: string): Promise<SeenMessage[]> {
    return this.#store.snapshot(async (db) => {
      const channel = await findChannel(db, person.teamId, channelId)
      if (!channel || !isVisibleTo(channel, person)) throw noSuchChannel(channelId)
      const { messages: rows } = await listChannelMessages(db, channel, { limit: 200 })
      const messages = await toMessageObjects(db, channel, rows, { metadata: false, reader: person })
      const own = await listOwn(db, person, channelId, null)
      return inOrder([...messages.map((message) => ({ ...message, channel: channelId })), ...own])
    })
  }

  /** The modal on top of those that this person has open, of any app. */
  async modal({ teamId, userId }: Caller): Promise<ShownView | undefined> {
    const rows = await this.#store.db
      .selectFrom('views')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .orderBy('changed_at')
      .orderBy('depth')
      .execute()
    const newest = rows.findLast(({ view }) => view.type === 'modal')
    const stack = rows.filter(({ root_id: root, view }) => view.type === 'modal' && root === newest?.root_id)
    const [top] = stack.toSorted((a, b) => b.depth - a.depth)
    return top && toShownView(top)
  }

  /** A modal or home that is open for this person. */
  async view({ teamId, userId }: Caller, id: string): Promise<ShownView | undefined> {
    const row = await findView(this.#store.db, teamId, id)
    return row?.user_id === userId ? toShownView(row) : undefined
  }

  async home({ teamId, userId }: Caller, appId: string): Promise<ShownView | undefined> {
    const home = await findHome(this.#store.db, { teamId, userId, appId })
    return home && toShownView(home)
  }
}

async function findEnd(db: Db, team: string, channel: string, ts: string): Promise<Pick<SeenMessage, 'streamEndedBy'>> {
  const stream = await db
    .selectFrom('streams')
    .select('ended_by')
    .where('team_id', '=', team)
    .where('channel_id', '=', channel)
    .where('ts', '=', ts)
    .executeTakeFirst()
  return stream?.ended_by ? { streamEndedBy: stream.ended_by } : {}
}

async function listOwn(db: Db, person: Caller, channel: string, threadTs: string | null): Promise<SeenMessage[]> {
  const rows = await listEphemeralsSince(db, person, 0)
  return rows.filter((row) => row.channel_id === channel && row.thread_ts === threadTs).map(toSeenEphemeral)
}

function toSeenEphemeral(row: EphemeralRow): SeenMessage {
  return {
    team: row.team_id,
    channel: row.channel_id,
    ts: row.ts,
    ...(row.thread_ts === null ? {} : { thread_ts: row.thread_ts }),
    user: row.user_id,
    ...(row.app_id === null ? {} : { app_id: row.app_id }),
    text: row.text,
    blocks: row.blocks.map((block) => ({ ...block })),
    ...(row.attachments ? { attachments: row.attachments.map((attachment) => ({ ...attachment })) } : {}),
    ephemeralFor: row.for_user,
  }
}

function inOrder(messages: SeenMessage[]): SeenMessage[] {
  return messages.toSorted((a, b) => (a.ts < b.ts ? -1 : 1))
}
