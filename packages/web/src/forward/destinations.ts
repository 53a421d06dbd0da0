import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { compareNames } from '#names/compareNames.ts'
import type { Workspace } from '#store/workspace/workspace.ts'

/** Where a message can be forwarded to: a channel or group that the person is in, or a person or app. */
export type Destination = { key: string; title: string; channel?: ViewerChannel; user?: ViewerUser }

const most = 50

/** What has these words in its name. */
export function findDestinations(state: Workspace, text: string): Destination[] {
  const wanted = text.trim().replace(/^[#@]/, '').toLocaleLowerCase()
  const channels = Object.values(state.channels)
    .filter(({ kind, member, archived, posting }) => kind !== 'im' && member && !archived && posting === 'everyone')
    .map((channel): Destination => {
      const title = channelTitle(channel, state)
      return { key: channel.id, title: isNamedChannel(channel) ? `#${title}` : title, channel }
    })
  const people = Object.values(state.users)
    .filter(({ id, deleted, messages }) => !deleted && messages === undefined && id !== state.you)
    .map((user): Destination => ({ key: user.id, title: user.label, user }))
  const namesOf = ({ title, user }: Destination) => (user ? `${title}\n${user.real_name}\n${user.name}` : title)
  return [...channels, ...people]
    .filter((one) => namesOf(one).toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => compareNames(a.title, b.title))
    .slice(0, most)
}
