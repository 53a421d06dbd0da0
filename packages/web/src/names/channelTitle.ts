import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { t } from '#words/t.ts'
import { compareNames } from './compareNames.ts'
import type { Workspace } from '#store/workspace/workspace.ts'

type TitleContext = Pick<Workspace, 'users' | 'you'>

/** Whether the channel has a name of its own: it is public or private, and no direct message. */
export function isNamedChannel({ kind }: ViewerChannel): boolean {
  return kind === 'public' || kind === 'private'
}

/** The name of a public or private channel. For a direct message, the names of the others in it. */
export function channelTitle(channel: ViewerChannel, { users, you }: TitleContext): string {
  if (isNamedChannel(channel)) return channel.name
  const others = channel.members.filter((id) => id !== you)
  const labels = (others.length > 0 ? others : channel.members).map((id) => users[id]?.label ?? id)
  return labels.join(', ') || channel.name
}

/** The other user of a direct message between two; undefined for every other kind of channel. */
export function directPartnerOf(channel: ViewerChannel, { users, you }: TitleContext): ViewerUser | undefined {
  if (channel.kind !== 'im') return undefined
  return users[channel.members.find((id) => id !== you) ?? you]
}

/** Whether the person has closed the direct message, and nothing was posted since. */
export function isClosed({ closed_at: closedAt, latest }: ViewerChannel): boolean {
  return closedAt !== null && (latest ?? '') <= closedAt
}

export function isDirectWithApp(channel: ViewerChannel, names: TitleContext): boolean {
  return directPartnerOf(channel, names)?.app_id !== undefined
}

/** The label of a channel's composer: "Message #general", "Message Scout". */
export function composerLabel(channel: ViewerChannel, names: TitleContext): string {
  const prefix = isNamedChannel(channel) ? '#' : ''
  return t('Message {name}', { name: prefix + channelTitle(channel, names) })
}

export function compareByTitle(names: TitleContext) {
  return (a: ViewerChannel, b: ViewerChannel) => compareNames(channelTitle(a, names), channelTitle(b, names))
}
