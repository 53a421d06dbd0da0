import { z } from 'zod'
import { messageObject } from '#objects/messageSchema'
import type { NamedApp, TeamDirectory } from './directory.ts'
import type { Message } from './message.ts'
import type { Seen } from './seen.ts'

const looseObjects = z.array(z.looseObject({}))

const stream = z.object({
  state: z.enum(['in_progress', 'completed', 'errored']),
  ended_by: z.enum(['app', 'reader', 'idle', 'lifetime', 'error']).optional(),
  markdown: z.string().describe('Everything that was streamed as text.'),
  appends: z
    .array(z.object({ text: z.string(), chunks: looseObjects }))
    .describe('What each call added, in order, the text that came with the end included.'),
})

export const shownMessage = z.object({
  channel: z.string(),
  ts: z.string(),
  thread_ts: z.string().optional().describe('The root of its thread, unless it is in none.'),
  user: z.string(),
  text: z.string(),
  blocks: looseObjects.describe('Its blocks, and those of its attachments.'),
  stream: stream.optional().describe('Of a message that was streamed.'),
  ephemeral_for: z.string().optional().describe('The only person who sees it.'),
  reactions: z.array(z.object({ name: z.string(), users: z.array(z.string()) })),
  files: z.array(z.object({ id: z.string(), name: z.string().optional() })),
  object: z.looseObject(messageObject.partial().shape).describe('The message object of the Web API.'),
})

export function toShownMessage(message: Message): z.input<typeof shownMessage> {
  const { threadTs, ephemeralFor, stream: streamed, blocks, object, ...same } = message
  const { ephemeralFor: _for, streamEndedBy: _end, ...given } = object
  return {
    ...same,
    thread_ts: threadTs,
    ephemeral_for: ephemeralFor,
    blocks: blocks.map((block) => ({ ...block })),
    stream: streamed && {
      state: streamed.state,
      ended_by: streamed.endedBy,
      markdown: streamed.markdown,
      appends: streamed.appends.map(({ text, chunks }) => ({ text, chunks: chunks.map((chunk) => ({ ...chunk })) })),
    },
    object: given,
  }
}

export const shownPlace = z.object({
  text: z.string().describe('One line for each message and for the status, as one would read it aloud.'),
  messages: z.array(shownMessage),
  status: z.string().optional(),
  title: z.string().optional(),
  suggestions: z.array(z.object({ title: z.string(), message: z.string() })),
  agents: z.record(z.string(), z.string()).describe('The state of agents in the thread, by the id of their app.'),
})

export function toShownPlace({ messages, agents, ...seen }: Seen): z.input<typeof shownPlace> {
  return { ...seen, agents: { ...agents }, messages: messages.map(toShownMessage) }
}

export const shownView = z.looseObject({
  id: z.string(),
  app_id: z.string(),
  type: z.enum(['modal', 'home']),
  title: z.string().optional(),
  blocks: looseObjects,
})

export const namedApp = z.object({
  id: z.string(),
  name: z.string(),
  bot_user: z.string(),
  bot_name: z.string().describe('The name of its bot user.'),
  tokens: z.object({ bot: z.string().optional(), app: z.string().optional() }),
  signing_secret: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
})

/** A team as kits for tests know it. */
export function toTeam({ id, name, people, channels, apps }: TeamDirectory) {
  return {
    team: { id, name },
    people: people.map((person) => ({ id: person.id, name: person.name, display_name: person.displayName })),
    channels,
    apps: apps.map(toAppOfTeam),
  }
}

/** An app with what it needs to connect. */
export function toAppOfTeam(app: NamedApp) {
  return {
    id: app.id,
    name: app.name,
    bot_user: app.botUser,
    bot_name: app.botName,
    tokens: { ...app.tokens },
    signing_secret: app.signingSecret,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  }
}
