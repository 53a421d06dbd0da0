import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import type { Workspace } from '#store/workspace.ts'

type Names = Pick<Workspace, 'users' | 'you'>

/** Whether people come and go there. */
export function isRoom({ kind }: ViewerChannel): boolean {
  return kind === 'public' || kind === 'private'
}

/** What a conversation is called: a channel by its name, a direct message by who is in it. */
export function titleOf(channel: ViewerChannel, { users, you }: Names): string {
  if (isRoom(channel)) return channel.name
  const others = channel.members.filter((id) => id !== you)
  const labels = (others.length > 0 ? others : channel.members).map((id) => users[id]?.label ?? id)
  return labels.join(', ') || channel.name
}

/** The one a direct message is with; undefined in channels and groups. */
export function partnerOf(channel: ViewerChannel, { users, you }: Names): ViewerUser | undefined {
  if (channel.kind !== 'im') return undefined
  return users[channel.members.find((id) => id !== you) ?? you]
}

export function isAppDirect(channel: ViewerChannel, names: Names): boolean {
  return partnerOf(channel, names)?.app_id !== undefined
}

/** The composer's name: "Message #general", "Message Scout". */
export function composerLabel(channel: ViewerChannel, names: Names): string {
  const sign = isRoom(channel) ? '#' : ''
  return `Message ${sign}${titleOf(channel, names)}`
}

export function byTitle(names: Names) {
  return (a: ViewerChannel, b: ViewerChannel) => titleOf(a, names).localeCompare(titleOf(b, names))
}
