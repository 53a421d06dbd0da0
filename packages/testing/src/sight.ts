import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import type { Caller, InProcessServer, SeenMessage, SeenThread } from 'rivulet/inProcess'
import { type Message, toMessage } from './message.ts'

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

export async function seeThread(
  inside: InProcessServer,
  person: Caller,
  channel: string,
  threadTs: string,
): Promise<Seen> {
  const thread = await inside.sight.thread(person, channel, threadTs)
  return toSeen(inside, thread.messages, thread)
}

export async function seeConversation(inside: InProcessServer, person: Caller, channel: string): Promise<Seen> {
  return toSeen(inside, await inside.sight.conversation(person, channel))
}

function toSeen(inside: InProcessServer, objects: SeenMessage[], thread?: Omit<SeenThread, 'messages'>): Seen {
  const messages = objects.map((object) => toMessage(object, inside.happenings.entries))
  const status = thread?.status?.text
  const lines = messages.map((message) => lineOf(inside, message))
  return {
    text: [...lines, ...(status === undefined ? [] : [`(${status})`])].join('\n'),
    messages,
    status,
    title: thread?.title ?? undefined,
    suggestions: [...(thread?.suggestions?.prompts ?? [])],
    agents: Object.fromEntries(thread?.agents.map(({ app_id: app, status: state }) => [app, state]) ?? []),
  }
}

function lineOf({ directory }: InProcessServer, message: Message): string {
  const people = directory.flatMap((team) => team.people)
  const apps = directory.flatMap((team) => team.apps)
  const names = {
    user: (id: string) =>
      people.find((person) => person.id === id)?.displayName ?? apps.find((app) => app.botUser === id)?.botName ?? id,
    channel: (id: string) => directory.flatMap((team) => team.channels).find((one) => one.id === id)?.name ?? id,
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
