import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import type { ClientFrame, Place } from '#feed/protocol/clientFrames'
import { laterFrames } from './workspace/laterFrames.ts'

const id = z.string().min(1).max(maxLength.browserId)
const ts = z
  .string()
  .length(17)
  .regex(/^\d{10}\.\d{6}$/)

/** [MSG-33] One rich text, which the domain checks. */
const written = z.array(z.looseObject({})).max(1).exactOptional()

/** The last moment that a date can be. */
const latestDate = 8_640_000_000_000_000

const profileText = z.string().max(maxLength.line).exactOptional()
const place = { before: ts.exactOptional(), after: ts.exactOptional(), around: ts.exactOptional() }
const countPlaces = ({ before, after, around }: Place) =>
  [before, after, around].filter((one) => one !== undefined).length

/** Checks what `ClientFrame` describes. */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.literal(1),
    person: z.object({ team: id, user: id }).exactOptional(),
    after: z.int().min(0).exactOptional(),
    epoch: z.string().max(maxLength.browserId).exactOptional(),
    watching: z.array(id).max(20).exactOptional(),
    age: z.int().min(0).exactOptional(),
  }),
  z.object({ type: z.literal('open'), channel: id }),
  z.object({ type: z.literal('close'), channel: id }),
  z
    .object({ type: z.literal('thread'), channel: id, thread_ts: ts, ...place })
    .refine((frame) => countPlaces(frame) <= 1),
  z.object({ type: z.literal('history'), channel: id, ...place }).refine((frame) => countPlaces(frame) === 1),
  z.object({
    type: z.literal('forward'),
    id,
    channel: id,
    from: z.object({ channel: id, ts }),
    text: z.string().max(maxLength.text),
  }),
  z.object({
    type: z.literal('send'),
    id,
    channel: id,
    text: z.string().max(maxLength.text),
    blocks: written,
    thread_ts: ts.exactOptional(),
    broadcast: z.boolean().exactOptional(),
    files: z
      .array(z.object({ id, alt: z.string().max(maxLength.altText).exactOptional() }))
      .max(20)
      .exactOptional(),
  }),
  z.object({ type: z.literal(['typed', 'versions', 'delete']), id, channel: id, ts }),
  z.object({ type: z.literal('edit'), id, channel: id, ts, text: z.string().max(maxLength.text), blocks: written }),
  z.object({
    type: z.literal('upload'),
    id,
    name: z.string().min(1).max(maxLength.title),
    size: z.int().min(1),
  }),
  z.object({ type: z.literal('stop'), id, channel: id, ts, app_id: id.exactOptional() }),
  z.object({
    type: z.literal(['react', 'unreact']),
    id,
    channel: id,
    ts,
    name: z.string().min(1).max(maxLength.title),
  }),
  z.object({ type: z.literal(['pin', 'unpin']), id, channel: id, ts }),
  z.object({ type: z.literal('pins'), id, channel: id, after: ts.exactOptional() }),
  z.object({
    type: z.literal('bookmark'),
    id,
    channel: id,
    bookmark: id.exactOptional(),
    title: z.string().max(maxLength.title),
    link: z.string().max(maxLength.bookmarkLink),
    emoji: z.string().max(maxLength.emojiName),
  }),
  z.object({ type: z.literal('unbookmark'), id, channel: id, bookmark: id }),
  z.object({
    type: z.literal('schedule'),
    id,
    channel: id,
    text: z.string().max(maxLength.text),
    blocks: written,
    thread_ts: ts.exactOptional(),
    broadcast: z.boolean().exactOptional(),
    post_at: z.int().min(0),
  }),
  z.object({ type: z.literal('reschedule'), id, scheduled: id, post_at: z.int().min(0) }),
  z.object({ type: z.literal(['send_scheduled', 'unschedule']), id, scheduled: id }),
  z.object({ type: z.literal('converse'), id, channel: id, looking: id.exactOptional() }),
  z.object({ type: z.literal('looks'), channel: id, thread_ts: ts.exactOptional(), looking: id.exactOptional() }),
  z.object({
    type: z.literal('conversations'),
    id,
    channel: id,
    before: ts.exactOptional(),
    text: z.string().max(100).exactOptional(),
  }),
  z.object({ type: z.literal('work'), id }),
  z.object({ type: z.literal('direct'), id, users: z.array(id).min(1).max(9) }),
  z.object({
    type: z.literal('profile'),
    id,
    display_name: profileText,
    title: profileText,
    phone: profileText,
    pronouns: profileText,
    tz: profileText,
    status_text: profileText,
    status_emoji: profileText,
    status_expiration: z.int().min(0).exactOptional(),
  }),
  z.object({ type: z.literal('picture'), id, image: z.string().max(maxLength.pictureFrame) }),
  z.object({
    type: z.literal('prefer'),
    id,
    theme: z.enum(['system', 'light', 'dark']).exactOptional(),
    density: z.enum(['comfortable', 'compact']).exactOptional(),
    clock: z.enum(['language', '12', '24']).exactOptional(),
    language: z.enum(['browser', 'en', 'de']).exactOptional(),
    single_keys: z.enum(['on', 'off']).exactOptional(),
    notify: z.enum(['all', 'mentions', 'nothing']).exactOptional(),
  }),
  z.object({ type: z.literal('away'), id, away: z.boolean() }),
  z.object({ type: z.literal('active') }),
  z.object({ type: z.literal('people'), users: z.array(id).max(200) }),
  z.object({ type: z.literal('mark'), channel: id, ts, thread_ts: ts.exactOptional() }),
  z.object({ type: z.literal('unread'), id, channel: id, ts }),
  z
    .object({
      type: z.literal('notify'),
      id,
      channel: id,
      muted: z.boolean().exactOptional(),
      notify: z.enum(['all', 'mentions', 'nothing', 'usual']).exactOptional(),
    })
    .refine(({ muted, notify }) => muted !== undefined || notify !== undefined),
  z.object({
    type: z.literal('activity'),
    id,
    show: z.enum(['all', 'mentions', 'threads', 'reactions']),
    before: ts.exactOptional(),
  }),
  z.object({ type: z.literal('seen'), id, threads: z.boolean().exactOptional() }),
  z.object({
    type: z.literal('draft'),
    channel: id,
    thread_ts: ts.exactOptional(),
    at: z.int().min(0),
    draft: z
      .object({
        text: z.string().min(1).max(maxLength.text),
        picked: z.array(z.object({ start: z.int(), end: z.int(), id })).max(1000),
        document: z.looseObject({}).exactOptional(),
      })
      .nullable(),
  }),
  z.object({
    type: z.literal('arrange'),
    id,
    sidebar: z.object({
      sections: z
        .array(
          z.object({
            id,
            name: z.string().min(1).max(maxLength.channelName),
            emoji: z.string().max(maxLength.emojiName),
            channels: z.array(id).max(1000),
          }),
        )
        .max(50),
      closed: z.array(id).max(100),
      unread_first: z.boolean(),
    }),
  }),
  z.object({ type: z.literal('draft_of'), id, channel: id, thread_ts: ts.exactOptional() }),
  z.object({ type: z.literal('quiet'), id, until: z.int().min(0).max(latestDate) }),
  z.object({ type: z.literal('group_members'), id, usergroup: id }),
  z.object({ type: z.literal('groups_of'), id, user: id }),
  z.object({ type: z.literal('channels'), id, channels: z.array(id).min(1).max(100) }),
  z.object({
    type: z.literal('find_channels'),
    id,
    text: z.string().max(100),
    from: z.int().min(0).max(1_000_000).exactOptional(),
  }),
  z.object({
    type: z.literal('search'),
    id,
    text: z.string().max(1000),
    from: z.int().min(0).max(1_000_000).exactOptional(),
  }),
  z.object({ type: z.literal('create'), id, name: z.string().max(maxLength.line), private: z.boolean() }),
  z.object({ type: z.literal('join'), id, channel: id }),
  z.object({ type: z.literal('leave'), id, channel: id }),
  z.object({ type: z.literal('invite'), id, channel: id, users: z.array(id).max(100) }),
  z.object({ type: z.literal('kick'), id, channel: id, user: id }),
  z.object({ type: z.literal('topic'), id, channel: id, topic: z.string().max(maxLength.line) }),
  z.object({ type: z.literal(['archive', 'hide']), id, channel: id }),
  z.object({ type: z.literal(['push_key', 'unsubscribe', 'sessions']), id }),
  z.object({ type: z.literal('end_sessions'), id, session: id.exactOptional() }),
  z.object({
    type: z.literal('subscribe'),
    id,
    endpoint: z.string().max(maxLength.address),
    p256dh: z.string().max(100),
    auth: z.string().max(100),
    text: z.boolean(),
  }),
  ...laterFrames,
  z.object({ type: z.literal('sight'), in_sight: z.boolean() }),
  z.object({ type: z.literal('ping') }),
]) satisfies z.ZodType<ClientFrame>

/** [NOD-22] A frame of a type that this server does not know: the page may be newer. */
export interface UnknownFrame {
  type: 'unknown'
  /** Whom to answer that it is refused, if the page waits for an answer. */
  id?: string
}

const unknownFrame = z.object({ type: z.string().max(maxLength.browserId), id: id.exactOptional() })

/** The frame in a text message, or the reason to close the socket. */
export function parseClientFrame(text: string): ClientFrame | UnknownFrame | 'not_json' | 'not_of_the_protocol' {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'not_json'
  }
  const read = clientFrame.safeParse(value)
  if (read.success) return read.data
  const hasKnownType = read.error.issues.some(({ path }) => path.join() !== 'type')
  const unknown = hasKnownType ? undefined : unknownFrame.safeParse(value)
  return unknown?.success ? { ...unknown.data, type: 'unknown' } : 'not_of_the_protocol'
}
