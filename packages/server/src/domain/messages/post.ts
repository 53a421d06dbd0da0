import type { Block } from '@rivulet/blocks/block'
import { withBlockIds } from '@rivulet/blocks/blockIds'
import type { Insertable } from 'kysely'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { type Caller, isApp } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { now } from '#domain/clock'
import { newBlockId } from '#domain/ids'
import { entry } from '#domain/log/entry'
import { shareFiles } from '#domain/files/share'
import { takeMessage } from './limits.ts'
import { clearStatus } from '#domain/threads/status'
import { dropPrompts } from '#domain/threads/suggestedPrompts'
import { nextTs } from '#domain/ts'
import type { MessageRow } from './find.ts'

export interface Draft {
  channel: Channel
  threadTs: string | undefined
  text: string
  blocks: readonly Block[]
  markdown?: string | undefined
  metadata?: object | undefined
  /** Ids of files that are whole. */
  files?: readonly string[] | undefined
  clientMsgId?: string | undefined
  appearance?: Appearance | undefined
  streaming?: boolean
  subtype?: MessageRow['subtype']
  /** Of a reply: whether it stands in the channel too. */
  broadcast?: boolean | undefined
}

/** How an app wants to look in one message or status. */
export interface Appearance {
  username: string | undefined
  iconEmoji: string | undefined
  iconUrl: string | undefined
}

/** [ORD 19, 20] Writes a message. An app's takes its status away [STA-2], a person's what was suggested [THR-3]. */
export async function postMessage(tx: Tx, caller: Caller, draft: Draft): Promise<MessageRow> {
  await takeMessage(tx, caller, draft.channel.team_id)
  const row = await insertMessage(tx, caller, draft)
  if (row.files) await shareFiles(tx, row, row.files)
  const { team_id: teamId, id: channelId } = draft.channel
  const change = { type: 'posted', streams: draft.streaming ?? false } as const
  const threadTs = draft.threadTs ?? row.ts
  // Readers are told in this order: no suggestion stands below the words that answer it, and a status stays until its answer.
  if (!isApp(caller)) await dropPrompts(tx, draft.channel, threadTs)
  tx.work.log(entry('message', teamId, { channelId, ts: row.ts, subject: row.user_id, change }))
  if (isApp(caller)) await clearStatus(tx, draft.channel, threadTs, caller.app.id)
  return row
}

async function insertMessage(tx: Tx, caller: Caller, draft: Draft): Promise<MessageRow> {
  const { channel } = draft
  const row: Insertable<Tables['messages']> = {
    team_id: channel.team_id,
    channel_id: channel.id,
    ts: await nextTs(tx, channel.team_id, channel.id),
    thread_ts: draft.threadTs ?? null,
    ...signature(caller, draft.appearance),
    text: draft.text,
    blocks: withBlockIds(draft.blocks, newBlockId),
    markdown: draft.markdown ?? null,
    metadata: draft.metadata ?? null,
    files: draft.files?.length ? [...draft.files] : null,
    client_msg_id: draft.clientMsgId ?? null,
    streaming_state: draft.streaming ? 'in_progress' : null,
    subtype: draft.subtype ?? (draft.broadcast && draft.threadTs ? 'thread_broadcast' : null),
    locked: false,
    deleted: false,
    edited_at: null,
    created_at: now(),
  }
  return tx.insertInto('messages').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Whose words they are, and under which name and icon. */
export function signature(caller: Caller, appearance: Appearance | undefined) {
  const app = isApp(caller) || caller.kind === 'user' ? caller.app : undefined
  return {
    user_id: caller.userId,
    app_id: app?.id ?? null,
    bot_id: isApp(caller) ? caller.app.botId : null,
    username: appearance?.username ?? null,
    // [STR-10] The emoji wins.
    icon_emoji: appearance?.iconEmoji ?? null,
    icon_url: appearance?.iconEmoji ? null : (appearance?.iconUrl ?? null),
  }
}
