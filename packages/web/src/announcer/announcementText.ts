import { plainTextFromAttachments, plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { mergeActions, formatSentence } from '#messages/system/systemMessageText.ts'
import { plainMrkdwn } from '#names/plainMrkdwn.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { contentOf, type Workspace } from '#store/workspace/workspace.ts'
import { withoutTasks } from '#tasks/withoutTasks.ts'
import { t } from '#words/t.ts'

const maxLength = 200

/**
 * Returns the text that announces a message; undefined if there is nothing to announce. A stream is announced when it
 * starts, and each message when it is complete. `announced` records what was announced before.
 */
export function toAnnouncement(message: ViewerMessage, state: Workspace, announced: Set<string>): string | undefined {
  if (message.user === state.you || message.deleted || message.begins) return undefined
  if (message.notice) return describeSystemMessage(message, state, announced)
  const name = message.username ?? state.users[message.user]?.label ?? t('Somebody')
  const streaming = message.streaming_state === 'in_progress'
  const key = `${message.ts} ${streaming}`
  if (announced.has(key)) return undefined
  announced.add(key)
  if (streaming) return t('{name} is responding', { name })
  if (message.edited && !announced.has(`${message.ts} true`)) return undefined
  if (message.ended_by === 'reader') return t('{name} was stopped', { name })
  if (message.streaming_state === 'errored') return t('The reply from {name} was interrupted', { name })
  const names = toMentionNames(state)
  const { blocks, attachments = [] } = message
  const text =
    (blocks.length > 0 ? plainTextFromBlocks(withoutTasks(blocks), names) : message.text) ||
    plainTextFromAttachments(attachments, names)
  const [file] = message.files ?? []
  if (!text && message.files) return t('{name} shared {file}', { name, file: file?.title ?? t('a file') })
  const beginning = { name, text: [...text].slice(0, maxLength).join('') }
  return message.ephemeral ? t('{name} told only you: {text}', beginning) : t('{name} replied: {text}', beginning)
}

/**
 * Whether a message is new to the page, or a reply that the page had is complete now. A root comes again whenever it has
 * another reply, and a message of long ago may be changed before the page has loaded it.
 */
export function isNewOrDone(
  channel: string,
  { ts, streaming_state: state }: ViewerMessage,
  before: Workspace,
): boolean {
  const known = contentOf(before, channel).messages[ts]
  if (known) return known.streaming_state === 'in_progress' && state !== 'in_progress'
  return ts > (before.channels[channel]?.latest ?? '')
}

function describeSystemMessage(message: ViewerMessage, state: Workspace, announced: Set<string>): string | undefined {
  if (announced.has(message.ts)) return undefined
  announced.add(message.ts)
  const actions = mergeActions([message], (text) => plainMrkdwn(text, state))
  return formatSentence(actions, (id) => state.users[id]?.label ?? id)
}
