import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { FollowedEntry } from '#store/news'
import type { TeamNames } from './directory.ts'
import { type Message, toMessage } from './message.ts'
import type { SeenMessage, SeenThread } from './sight.ts'

/** What a person is shown. */
export interface Seen {
  /** One line for each message and for the status, as one would read it aloud: stable text for a snapshot. */
  text: string
  messages: Message[]
  /** The line "Scout is thinking…". */
  status: string | undefined
  /** The title of the thread. */
  title: string | undefined
  /** The prompts that an app suggests there. */
  suggestions: { title: string; message: string }[]
  /** The state of agents in the thread, by the id of their app. */
  agents: Readonly<Record<string, string>>
}

/** What is shown of messages and, in a thread, of what apps have set for it. */
export function toSeen(
  names: TeamNames,
  entries: readonly FollowedEntry[],
  objects: readonly SeenMessage[],
  thread?: Omit<SeenThread, 'messages'>,
): Seen {
  const messages = objects.map((object) => toMessage(object, entries))
  const status = thread?.status?.text
  const lines = messages.map((message) => lineOf(names, message))
  return {
    text: [...lines, ...(status === undefined ? [] : [`(${status})`])].join('\n'),
    messages,
    status,
    title: thread?.title ?? undefined,
    suggestions: [...(thread?.suggestions?.prompts ?? [])],
    agents: Object.fromEntries(thread?.agents.map(({ app_id: app, status: state }) => [app, state]) ?? []),
  }
}

function lineOf({ people, apps, channels }: TeamNames, message: Message): string {
  const names = {
    user: (id: string) =>
      people.find((person) => person.id === id)?.displayName ?? apps.find((app) => app.botUser === id)?.botName ?? id,
    channel: (id: string) => channels.find((one) => one.id === id)?.name ?? id,
    usergroup: (id: string) => id,
  }
  const { blocks, text, files, stream, ephemeralFor } = message
  const words = blocks.length > 0 ? plainTextFromBlocks(blocks, names) : text
  const marks = [
    ...files.map(({ name, id }) => `[${name ?? id}]`),
    ...(stream?.state === 'in_progress' ? ['…'] : []),
    ...message.reactions.map(({ name, users }) => `:${name}: ${users.length}`),
    ...(ephemeralFor === undefined ? [] : [`(only ${names.user(ephemeralFor)} sees this)`]),
  ]
  return `${names.user(message.user)}: ${[words, ...marks].filter((part) => part !== '').join(' ')}`
}
