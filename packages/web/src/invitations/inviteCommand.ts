import type { ViewerChannel } from 'rivulet/feedProtocol'
import { isNamedChannel } from '#names/channelTitle.ts'
import { changeChannel } from '#store/client/changeChannel.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'

/** [ACT-32] Carries out `/invite <@U…> …` in a channel. Returns what went wrong. */
export async function inviteByCommand(channelId: string, text: string): Promise<string | undefined> {
  const { channels } = workspace.getState()
  const channel = channels[channelId]
  if (!channel || !isNamedChannel(channel))
    return t('People and apps are invited to channels. This is a direct message.')
  const named = findMentioned(text)
  if (named.length === 0) return t('Say whom to invite: /invite @name. To invite several, name each of them.')
  const absent = listAbsent(channel, named)
  if (absent.length === 0) return t('Everyone you named is in #{name} already.', { name: channel.name })
  const result = await changeChannel({ type: 'invite', channel: channelId, users: absent })
  return result.ok ? undefined : result.detail
}

/** The ids of the users that a text mentions. */
export function findMentioned(text: string): string[] {
  return [...new Set([...text.matchAll(/<@([A-Z0-9]+)/g)].flatMap(([, id]) => id ?? []))]
}

export function listAbsent(channel: ViewerChannel, ids: readonly string[]): string[] {
  const { users } = workspace.getState()
  return ids.filter((id) => users[id] && !users[id].deleted && !channel.members.includes(id))
}
