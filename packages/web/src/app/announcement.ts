import { type Names, plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { deedsOf, sentenceOf } from '#messages/noticeWords.ts'
import type { Workspace } from '#store/workspace.ts'

const longest = 200

/** What is said aloud of a message: once when a reply begins, once when it is there. `said` remembers. */
export function announcementOf(message: ViewerMessage, state: Workspace, said: Set<string>): string | undefined {
  if (message.user === state.you || message.deleted) return undefined
  if (message.notice) return noticeOf(message, state, said)
  const name = message.username ?? state.users[message.user]?.label ?? 'Somebody'
  const growing = message.streaming_state === 'in_progress'
  const key = `${message.ts} ${growing}`
  if (said.has(key)) return undefined
  said.add(key)
  if (growing) return `${name} is responding`
  if (message.edited && !said.has(`${message.ts} true`)) return undefined
  if (message.ended_by === 'reader') return `${name} was stopped`
  if (message.streaming_state === 'errored') return `The reply of ${name} was interrupted`
  const text = message.blocks.length > 0 ? plainTextFromBlocks(message.blocks, namesOf(state)) : message.text
  const [file] = message.files ?? []
  if (!text && message.files) return `${name} shared ${file?.title ?? 'a file'}`
  return `${name} ${message.ephemeral ? 'tells only you' : 'replied'}: ${[...text].slice(0, longest).join('')}`
}

function noticeOf(message: ViewerMessage, { users }: Workspace, said: Set<string>): string | undefined {
  if (said.has(message.ts)) return undefined
  said.add(message.ts)
  return sentenceOf(deedsOf([message]), (id) => users[id]?.label ?? id)
}

/** What ids in text stand for. */
export function namesOf({ users, channels, usergroups }: Workspace): Names {
  return {
    user: (id) => users[id]?.label ?? id,
    channel: (id) => channels[id]?.name ?? id,
    usergroup: (id) => usergroups[id]?.handle ?? id,
  }
}
