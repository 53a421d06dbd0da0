import { hasContent } from '#domain/messages/ephemeral'
import type { MessageRow } from '#domain/messages/find'
import { byText } from '#domain/state/canonical'
import { byPlace } from '#domain/state/diffMessages'
import type { MessageState } from '#domain/state/state'
import { toMessageObjects } from '#objects/message'
import type { MessageObject } from '#objects/messageSchema'
import type { Db } from '#store/db'

/** Where a page of messages begins: after this one. */
export interface MessagePlace {
  channel: string
  ts: string
}

/** How many messages become objects at once. */
const atOnce = 500

/** Up to `limit` messages of these channels in order, and the last one of them if there are more. */
export async function readMessages(
  db: Db,
  teamId: string,
  { channels, after, limit }: { channels: readonly string[]; after: MessagePlace | undefined; limit: number },
): Promise<{ messages: MessageState[]; last: MessagePlace | undefined }> {
  const messages: MessageState[] = []
  const rest = channels.filter((id) => after === undefined || byText(id, after.channel) >= 0)
  for (const channel of rest) {
    let from = channel === after?.channel ? after.ts : ''
    for (;;) {
      if (messages.length >= limit) return { messages, last: messages.at(-1) }
      const rows = await readRows(db, teamId, channel, from, Math.min(atOnce, limit - messages.length))
      const last = rows.at(-1)
      if (!last) break
      messages.push(...(await toStates(db, channel, rows)))
      from = last.ts
    }
  }
  return { messages, last: undefined }
}

function readRows(db: Db, teamId: string, channel: string, after: string, limit: number): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channel)
    .where('ts', '>', after)
    .where('deleted', '=', false)
    .orderBy('ts')
    .limit(limit)
    .execute()
}

async function toStates(db: Db, channel: string, rows: readonly MessageRow[]): Promise<MessageState[]> {
  const key = { team_id: rows[0]?.team_id ?? '', id: channel }
  const objects = await toMessageObjects(db, key, rows, { metadata: true, reader: 'operator', allReactors: true })
  const streams = await db
    .selectFrom('streams')
    .select(['ts', 'ended_by'])
    .where('team_id', '=', key.team_id)
    .where('channel_id', '=', channel)
    .where('ts', '>=', rows[0]?.ts ?? '')
    .where('ts', '<=', rows.at(-1)?.ts ?? '')
    .execute()
  const endedBy = new Map(streams.map(({ ts, ended_by: by }) => [ts, by]))
  return objects.map((object) => toState(channel, object, endedBy.get(object.ts) ?? undefined))
}

function toState(channel: string, object: MessageObject, endedBy: string | undefined): MessageState {
  const { ts, thread_ts: threadTs, user, text, streaming_state: state } = object
  return {
    channel,
    ts,
    user,
    text,
    blocks: withoutMadeIds(object.blocks),
    edited: object.edited !== undefined,
    ...(threadTs === undefined || threadTs === ts ? {} : { thread_ts: threadTs }),
    ...(object.app_id === undefined ? {} : { app: object.app_id }),
    ...(object.subtype === undefined ? {} : { subtype: object.subtype }),
    ...(object.attachments === undefined ? {} : { attachments: object.attachments }),
    ...(object.markdown_text === undefined ? {} : { markdown: object.markdown_text }),
    ...(object.metadata === undefined ? {} : { metadata: object.metadata }),
    ...(object.username === undefined ? {} : { username: object.username }),
    files: (object.files ?? []).map(({ id }) => id),
    reactions: (object.reactions ?? [])
      .map(({ name, users }) => ({ name, users: users.toSorted(byText) }))
      .toSorted((a, b) => byText(a.name, b.name)),
    ...(state === undefined ? {} : { stream: { state, ...(endedBy === undefined ? {} : { ended_by: endedBy }) } }),
  }
}

/** Blocks without the ids that the server has made up for them: others come from the same message. */
function withoutMadeIds(blocks: readonly object[]): object[] {
  return blocks.map((block) => {
    const { block_id: id, ...rest }: Record<string, unknown> = { ...block }
    return typeof id === 'string' && !/^[\w+/]{5}$/.test(id) ? { block_id: id, ...rest } : rest
  })
}

/** What apps show to one person alone. */
export async function readEphemerals(db: Db, teamId: string): Promise<MessageState[]> {
  const rows = await db.selectFrom('ephemerals').selectAll().where('team_id', '=', teamId).execute()
  return rows
    .filter(hasContent)
    .map((row) => ({
      channel: row.channel_id,
      ts: row.ts,
      user: row.user_id,
      only_for: row.for_user,
      ...(row.thread_ts === null ? {} : { thread_ts: row.thread_ts }),
      ...(row.app_id === null ? {} : { app: row.app_id }),
      ...(row.attachments === null ? {} : { attachments: row.attachments }),
      text: row.text,
      blocks: withoutMadeIds(row.blocks),
      edited: false,
      files: [],
      reactions: [],
    }))
    .toSorted(byPlace)
}
