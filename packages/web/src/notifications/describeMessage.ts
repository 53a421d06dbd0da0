import { plainTextFromAttachments, plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import type { News } from './notifier.ts'

const maxLength = 200

/** Names and words of a notification. */
export function describeMessage({ channel: id, message, reminds }: News): { title: string; body: string } {
  const state = workspace.getState()
  const channel = state.channels[id]
  const name = message.username ?? state.users[message.user]?.label ?? t('Somebody')
  const where =
    channel && channel.kind !== 'im'
      ? ` ${t('in {place}', { place: `${isNamedChannel(channel) ? '#' : ''}${channelTitle(channel, state)}` })}`
      : ''
  const names = toMentionNames(state)
  const { blocks, text, attachments = [] } = message
  const words =
    (blocks.length > 0 && plainTextFromBlocks(blocks, names)) || text || plainTextFromAttachments(attachments, names)
  const [file] = message.files ?? []
  const body = words || (file ? t('Shared {title}', { title: file.title }) : '')
  return {
    title: reminds ? t('Reminder: {title}', { title: name + where }) : name + where,
    body: [...body].slice(0, maxLength).join(''),
  }
}
