import type { Attachment, Block } from '@rivulet/blocks/types'
import { assignIds } from '@rivulet/blocks/elements'
import type { Tx } from '#store/db'
import { type Caller, isApp } from '#domain/access/caller'
import { recordActivity } from '#domain/activity/record'
import type { Channel } from '#domain/channels/find'
import { newBlockId } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { findLinkedFiles, lockShownPictures } from '#domain/files/linked'
import { shareFiles } from '#domain/files/share'
import { Pace } from '#domain/pace'
import { indexMessage, termsOfMessage } from '#domain/search/indexTexts'
import { countMessage } from './limits.ts'
import { clearStatus } from '#domain/threads/status'
import { clearSuggestedPrompts } from '#domain/threads/suggestedPrompts'
import { nextTs } from '#domain/ts'
import { together } from '#store/together'
import type { Appearance } from './appearance.ts'
import type { MessageRow } from './find.ts'

export interface NewMessage {
  channel: Channel
  threadTs: string | undefined
  text: string
  blocks: readonly Block[]
  attachments?: readonly Attachment[] | null | undefined
  markdown?: string | undefined
  metadata?: object | undefined
  /** Ids of completed files. */
  files?: readonly string[] | undefined
  clientMsgId?: string | undefined
  appearance?: Appearance | undefined
  streaming?: boolean
  subtype?: MessageRow['subtype']
  /** Whether a reply is shown in the channel too. */
  broadcast?: boolean | undefined
}

/** [ORD 19, 20] Posts a message. An app's message clears its status [STA-2], a person's clears suggested prompts [THR-3]. */
export async function postMessage(tx: Tx, caller: Caller, draft: NewMessage): Promise<MessageRow> {
  const { channel } = draft
  await countMessage(tx, caller, channel.team_id)
  const shown = draft.markdown === undefined ? draft.blocks : [{ type: 'markdown', text: draft.markdown } as const]
  const linked = await findLinkedFiles(tx, caller, channel.team_id, shown)
  const files = [...new Set([...(draft.files ?? []), ...linked])]
  const shared = new Set([...files, ...(await lockShownPictures(tx, caller, channel.team_id, draft))])
  const unnumbered = toRow(tx, caller, { ...draft, files })
  const { threadTs } = draft
  // On PostgreSQL, everybody else who writes in the channel waits from the ts until the commit. So little is done in between.
  const terms = draft.streaming ? undefined : await termsOfMessage(tx, unnumbered, new Pace())
  // Browsers see the changes in this order: prompts go before the message that answers them, a status goes after its message.
  if (!isApp(caller)) await clearSuggestedPrompts(tx, channel, threadTs)
  const row = { ...unnumbered, ts: await nextTs(tx, channel.team_id, channel.id) }
  const change = { type: 'posted', streams: draft.streaming ?? false } as const
  tx.work.log(logEntry('message', channel.team_id, { channelId: channel.id, ts: row.ts, subject: row.user_id, change }))
  await together([
    tx.send(tx.insertInto('messages').values(row)),
    indexMessage(tx, row, terms),
    recordActivity(tx, row, { isNew: true }),
    shareFiles(tx, row, [...shared]),
    ...(isApp(caller) && threadTs ? [clearStatus(tx, channel, threadTs, caller.app.id)] : []),
  ])
  return row
}

function toRow(tx: Tx, caller: Caller, draft: NewMessage): Omit<MessageRow, 'ts'> {
  const { channel } = draft
  return {
    team_id: channel.team_id,
    channel_id: channel.id,
    thread_ts: draft.threadTs ?? null,
    ...authorFields(caller, draft.appearance),
    text: draft.text,
    blocks: assignIds(draft.blocks, newBlockId),
    attachments: draft.attachments?.length ? [...draft.attachments] : null,
    markdown: draft.markdown ?? null,
    metadata: draft.metadata ?? null,
    files: draft.files?.length ? [...draft.files] : null,
    client_msg_id: draft.clientMsgId ?? null,
    streaming_state: draft.streaming ? 'in_progress' : null,
    subtype: draft.subtype ?? (draft.broadcast && draft.threadTs ? 'thread_broadcast' : null),
    notice: null,
    locked: false,
    deleted: false,
    edited_at: null,
    created_at: tx.clock.now(),
  }
}

/** The columns that say who wrote a message, and under which name and icon. */
export function authorFields(caller: Caller, appearance: Appearance | undefined) {
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
