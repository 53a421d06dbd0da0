import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import type { Person } from '#store/browser/browserStorage.ts'
import { isNewest } from '#store/workspace/timeline.ts'
import { contentOf, emptyWorkspace, type ChannelContent, type Workspace } from '#store/workspace/workspace.ts'

/** [WEB-15] How much is kept: of the channels that were read last, the newest messages. */
const maxChannels = 10
const maxMessages = 50
const maxListed = 200
const maxCharacters = 1_000_000
/** Another form of what is kept gets another number. What has another is not read. */
const form = 1

type Kept = { form: number; person: Person; state: Partial<Workspace> }

/**
 * [WEB-15] What a person read last, as text: the channels that they were in, the last one first, with their newest messages
 * and the people whom these name. Nothing that only they were shown for a moment, and no stream that still grows.
 */
export function writeLastRead(state: Workspace, person: Person, recent: readonly string[]): string {
  for (let count = maxChannels; ; count = Math.floor(count / 2)) {
    const text = JSON.stringify(toKept(state, person, recent.slice(0, count)))
    if (text.length <= maxCharacters || count === 0) return text
  }
}

/** The state of a page that has nothing but this; undefined if it is of somebody else, or cannot be read. */
export function readLastRead(text: string | undefined, person: Person): Workspace | undefined {
  try {
    const kept: Kept = JSON.parse(text ?? 'null')
    if (kept?.form !== form || kept.person.team !== person.team || kept.person.user !== person.user) return undefined
    return { ...emptyWorkspace, ...kept.state, ready: true }
  } catch {
    return undefined
  }
}

function toKept(state: Workspace, person: Person, recent: readonly string[]): Kept {
  const { you, team, limits, clockAhead, emoji, usergroups } = state
  const contents = Object.fromEntries(
    recent.flatMap((id) => {
      const content = state.channels[id]?.member ? contentOf(state, id) : undefined
      return content?.loaded ? [[id, toKeptContent(content)] as const] : []
    }),
  )
  const shown = recent.flatMap((id) => state.channels[id] ?? [])
  const others = Object.values(state.channels).filter(({ member }) => member)
  const channels = [...new Set([...shown, ...others])].slice(0, maxListed).map(toKeptChannel)
  const users = usersIn(state, JSON.stringify([contents, channels, you]))
  const rest = { you, team, limits, clockAhead, emoji, usergroups }
  return { form, person, state: { ...rest, contents, users, channels: byId(channels) } }
}

function toKeptContent(content: ChannelContent): ChannelContent {
  const newest = Object.values(content.messages)
    .filter(({ ts }) => isNewest(content.timeline, ts))
    .toSorted((a, b) => (a.ts < b.ts ? 1 : -1))
    .slice(0, maxMessages)
  const oldest = newest.length < maxMessages ? content.timeline.oldest : newest.at(-1)?.ts
  const messages = newest.filter((message) => message.streaming_state !== 'in_progress')
  return {
    ...content,
    stale: true,
    timeline: { oldest },
    messages: Object.fromEntries(messages.map((message) => [message.ts, message])),
    threads: {},
    statuses: {},
    threadInfo: {},
    ephemerals: {},
  }
}

/** The list of members may be long, and names only direct messages. */
function toKeptChannel(channel: ViewerChannel): ViewerChannel {
  return channel.kind === 'im' || channel.kind === 'mpim' ? channel : { ...channel, members: [] }
}

/** The people whose ids are in a text. */
function usersIn({ users }: Workspace, text: string): Record<string, ViewerUser> {
  const ids = new Set(text.match(/\b[A-Z][A-Z0-9]{2,}\b/g))
  return byId([...ids].flatMap((id) => users[id] ?? []))
}

function byId<Thing extends { id: string }>(things: readonly Thing[]): Record<string, Thing> {
  return Object.fromEntries(things.map((thing) => [thing.id, thing]))
}
