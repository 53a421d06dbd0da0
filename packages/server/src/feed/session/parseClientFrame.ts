import { z } from 'zod'
import type { ClientFrame } from '#feed/protocol/clientFrames'

const id = z.string().min(1).max(64)
const ts = z.string().regex(/^\d{10}\.\d{6}$/)

/** Checks what `ClientFrame` describes. */
const clientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.literal(1),
    after: z.int().min(0).exactOptional(),
    epoch: z.string().max(64).exactOptional(),
    watching: z.array(id).max(20).exactOptional(),
  }),
  z.object({ type: z.literal('open'), channel: id }),
  z.object({ type: z.literal('close'), channel: id }),
  z.object({ type: z.literal('thread'), channel: id, thread_ts: ts }),
  z.object({ type: z.literal('history'), channel: id, before: ts, back_to: ts.exactOptional() }),
  z.object({
    type: z.literal('send'),
    id,
    channel: id,
    text: z.string().max(40_000),
    thread_ts: ts.exactOptional(),
    broadcast: z.boolean().exactOptional(),
    files: z
      .array(z.object({ id, alt: z.string().max(1000).exactOptional() }))
      .max(20)
      .exactOptional(),
  }),
  z.object({
    type: z.literal('upload'),
    id,
    name: z.string().min(1).max(255),
    size: z.int().min(1),
  }),
  z.object({ type: z.literal('stop'), id, channel: id, ts }),
  z.object({ type: z.literal(['react', 'unreact']), id, channel: id, ts, name: z.string().min(1).max(255) }),
  z.object({ type: z.literal('converse'), id, channel: id, looking: id.exactOptional() }),
  z.object({ type: z.literal('looks'), channel: id, looking: id.exactOptional() }),
  z.object({ type: z.literal('direct'), id, user: id }),
  z.object({ type: z.literal('mark'), channel: id, ts }),
  z.object({ type: z.literal('create'), id, name: z.string().max(1000), private: z.boolean() }),
  z.object({ type: z.literal('join'), id, channel: id }),
  z.object({ type: z.literal('leave'), id, channel: id }),
  z.object({ type: z.literal('invite'), id, channel: id, users: z.array(id).max(100) }),
  z.object({ type: z.literal('kick'), id, channel: id, user: id }),
  z.object({ type: z.literal('topic'), id, channel: id, topic: z.string().max(1000) }),
  z.object({ type: z.literal('archive'), id, channel: id }),
  z.object({ type: z.literal('ping') }),
]) satisfies z.ZodType<ClientFrame>

/** The frame in a text message, or the reason to close the socket. */
export function parseClientFrame(text: string): ClientFrame | 'not_json' | 'not_of_the_protocol' {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'not_json'
  }
  const read = clientFrame.safeParse(value)
  return read.success ? read.data : 'not_of_the_protocol'
}
