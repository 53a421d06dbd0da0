import type { Block } from '@rivulet/blocks/types'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import type { Db, Tx } from '#store/db'
import { findOrStartAssistantThread } from '#domain/apps/home/assistantThreads'
import type { Caller } from '#domain/access/caller'
import { findAppProfiles } from '#domain/apps/profiles'
import type { Channel } from '#domain/channels/find'
import { postMessage } from '#domain/messages/post'
import { findDuplicateMessage } from '#domain/messages/clientMsgId'
import { findOpenRoot, findPostingTarget } from '#domain/channels/postingRules'
import { Refusal } from '#domain/refusal'
import { type CompletedFile, completeFiles } from '#domain/files/complete'
import { findUser } from './users.ts'

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
}

/** Sends a message of a person and returns its ts. Repeating a `clientMsgId` returns the ts of the first message. */
export async function sendMessage(tx: Tx, person: Caller, message: PersonMessage): Promise<string> {
  const duplicate = await findDuplicateMessage(tx, person, message.clientMsgId, message.channelId)
  if (duplicate) return duplicate.ts
  const threadTs =
    message.threadTs ??
    (message.toAssistant ? await findOrStartAssistantThread(tx, person, message.channelId) : undefined)
  const target = await findPostingTarget(tx, person, message.channelId, threadTs, message.broadcast)
  await checkAppTakesMessages(tx, person, target.channel)
  const root = threadTs === undefined ? undefined : findOpenRoot(target, threadTs)
  const text = message.text?.toWellFormed()
  const blocks = message.blocks ?? blocksFromMarkdown(text ?? '')
  const given = message.files ?? []
  if (blocks.length === 0 && given.length === 0) throw new Refusal('no_text', 'There is nothing in the message.')
  const files = await completeFiles(tx, person, given)
  const row = await postMessage(tx, person, {
    channel: target.channel,
    files: files.map(({ id }) => id),
    threadTs: root?.ts,
    broadcast: message.broadcast,
    text: mrkdwnFromBlocks(blocks),
    blocks,
    markdown: text || undefined,
    clientMsgId: message.clientMsgId,
  })
  return row.ts
}

/** [PLA] Refuses messages to an app that takes none, since nobody would read them. */
async function checkAppTakesMessages(db: Db, { teamId, userId }: Caller, channel: Channel): Promise<void> {
  const partner = channel.kind === 'im' && [...channel.members].find((id) => id !== userId)
  const { app_id: appId } = (partner && (await findUser(db, teamId, partner))) || {}
  const app = appId ? (await findAppProfiles(db, [appId])).get(appId) : undefined
  if (app?.messages === 'off') throw new Refusal('messages_tab_disabled', `${app.name} takes no messages.`)
  if (app?.messages === 'read_only')
    throw new Refusal('restricted_action_read_only_channel', `${app.name} does not read messages.`)
}
