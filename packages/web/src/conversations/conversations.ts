import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { ViewerChannel, ViewerMessage, ViewerUser } from 'rivulet/feedProtocol'
import { isRoot } from '#messages/message/messageTs.ts'
import { directPartnerOf } from '#names/channelTitle.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { contentOf, type ChannelContent, type Workspace } from '#store/workspace/workspace.ts'

/**
 * Whether people hold conversations in this direct message: its app is an agent or an assistant, and each thread is a
 * conversation with it.
 */
export function hasConversations(channel: ViewerChannel, state: Workspace): boolean {
  const partner = directPartnerOf(channel, state)
  return partner?.agent === true || partner?.converses === true
}

/** Whether people can hold conversations with this user: it is an agent or an assistant that can be written to. */
export function canConverse({ agent, converses, deleted, messages }: ViewerUser): boolean {
  return (agent ?? converses ?? false) && !deleted && messages === undefined
}

/** Whether a person may begin a conversation with the app. */
export function mayBegin(app: ViewerUser, { posting, archived }: ViewerChannel): boolean {
  return (app.converses ?? app.agent ?? false) && posting === 'everyone' && app.messages === undefined && !archived
}

/** [THR-11] The conversation that is last on the page: that of the newest root. It is the one that people go on with. */
export function findLastConversation(channel: ViewerChannel, state: Workspace): string | undefined {
  const { loaded, messages } = contentOf(state, channel.id)
  if (!loaded || !hasConversations(channel, state)) return undefined
  const roots = Object.values(messages).filter((message) => isRoot(message) && !message.notice && !message.deleted)
  // The server begins the first conversation with an assistant.
  const hasBegun = directPartnerOf(channel, state)?.agent || roots.some(({ begins }) => begins)
  return hasBegun ? roots.reduce((last, { ts }) => (ts > last ? ts : last), '') || undefined : undefined
}

/** The title that an app gave a conversation, else how its first message begins. */
export function conversationName(channel: string, threadTs: string, state: Workspace): string | undefined {
  const content = contentOf(state, channel)
  return conversationTitle(content, threadTs, state) ?? firstWords(content.messages[threadTs], state)
}

export function conversationTitle(content: ChannelContent, threadTs: string, state: Workspace): string | undefined {
  const title = content.threadInfo[threadTs]?.title
  return (title && plainTextFromBlocks(blocksFromMrkdwn(title), toMentionNames(state))) || undefined
}

const maxNameLength = 40

function firstWords(root: ViewerMessage | undefined, state: Workspace): string | undefined {
  if (!root || root.begins || root.deleted) return undefined
  const text = plainTextFromBlocks(root.blocks, toMentionNames(state)).replaceAll(/\s+/g, ' ').trim()
  const letters = [...text]
  return letters.length > maxNameLength ? `${letters.slice(0, maxNameLength).join('').trimEnd()}…` : text || undefined
}
