import { randomUUID } from 'node:crypto'
import type { Attachment, Block } from '@rivulet/blocks/types'
import type { Db, Tx } from '#store/db'
import { findOrStartAssistantThread } from '#domain/apps/home/assistantThreads'
import type { Caller } from '#domain/access/caller'
import { findAppProfiles } from '#domain/apps/profiles'
import type { Channel } from '#domain/channels/find'
import { checkMessageSize } from '#domain/messages/content'
import { postMessage } from '#domain/messages/post'
import { textOfBlocks } from '#domain/messages/textOfBlocks'
import { findDuplicateMessage } from '#domain/messages/clientMsgId'
import { findOpenRoot, findPostingTarget } from '#domain/channels/postingRules'
import { Refusal } from '#domain/refusal'
import { type CompletedFile, completeFiles } from '#domain/files/complete'
import { findUser } from '#domain/people/users'
import { blocksOfWritten } from './written.ts'

export interface PersonMessage {
  channelId: string
  /** Markdown. */
  text?: string | undefined
  blocks?: readonly Block[] | undefined
  threadTs?: string | undefined
  /** Whether a reply is shown in the channel too. */
  broadcast?: boolean | undefined
  clientMsgId?: string | undefined
  /** Whether a message to an assistant goes into a thread with it. */
  toAssistant?: boolean
  /** Files that they have uploaded for the message. */
  files?: readonly CompletedFile[] | undefined
  /** [MSG-34] What is shown of the message that they forward, and the ids of its files. */
  forwarded?: { attachments: readonly Attachment[]; files: readonly string[] } | undefined
}

/** Sends a message of a person and returns its ts. Repeating a `clientMsgId` returns the ts of the first message. */
export async function sendMessage(tx: Tx, person: Caller, message: PersonMessage): Promise<string> {
  const duplicate = await findDuplicateMessage(tx, person, message.clientMsgId, message.channelId)
  if (duplicate) return duplicate.ts
  const threadTs =
    message.threadTs ??
    (message.toAssistant ? await findOrStartAssistantThread(tx, person, message.channelId) : undefined)
  const target = await findPostingTarget(tx, person, message.channelId, threadTs, { broadcast: message.broadcast })
  await checkAppTakesMessages(tx, person, target.channel)
  const root = threadTs === undefined ? undefined : findOpenRoot(target, threadTs)
  const typed = message.text?.toWellFormed()
  // [MSG-10] What a person does, in words of their own.
  const action = /^\/me\s+(\S[^]*)$/.exec(typed ?? '')?.[1]
  const text = action ?? typed
  const blocks = message.blocks ?? blocksOfWritten({ text: text ?? '' })
  const { forwarded } = message
  checkMessageSize({ text: typed, blocks: message.blocks, attachments: forwarded?.attachments })
  const given = message.files ?? []
  if (blocks.length === 0 && given.length === 0 && !forwarded)
    throw new Refusal('no_text', 'There is nothing in the message.')
  const files = await completeFiles(tx, person, given, [target.channel.id])
  const row = await postMessage(tx, person, {
    channel: target.channel,
    files: [...files.map(({ id }) => id), ...(forwarded?.files ?? [])],
    attachments: forwarded?.attachments,
    threadTs: root?.ts,
    broadcast: message.broadcast,
    text: await textOfBlocks(tx, person.teamId, blocks),
    blocks,
    markdown: text || undefined,
    // [MSG-37] Apps look for it to tell what people write.
    clientMsgId: message.clientMsgId ?? randomUUID(),
    ...(action === undefined || message.broadcast ? {} : { subtype: 'me_message' as const }),
  })
  return row.ts
}

/** [PLA-6] Refuses messages to an app that takes none, since nobody would read them. */
export async function checkAppTakesMessages(db: Db, { teamId, userId }: Caller, channel: Channel): Promise<void> {
  const partner = channel.kind === 'im' && [...channel.members].find((id) => id !== userId)
  const { app_id: appId } = (partner && (await findUser(db, teamId, partner))) || {}
  const app = appId ? (await findAppProfiles(db, [appId])).get(appId) : undefined
  if (app?.messages === 'off') throw new Refusal('messages_tab_disabled', `${app.name} takes no messages.`)
  if (app?.messages === 'read_only')
    throw new Refusal('restricted_action_read_only_channel', `${app.name} does not read messages.`)
}
