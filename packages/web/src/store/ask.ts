import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { onFrame, tell } from './client.ts'

type WithoutId<Frame> = Frame extends { id: string } ? Omit<Frame, 'id'> : never
/** A frame to which the server says something. */
export type Question = WithoutId<ClientFrame>
type Answers = Extract<ServerFrame, { type: 'changed' | 'opened' | 'expected' }>
export type Asked<Type extends Answers['type']> =
  | { ok: true; answer: Extract<Answers, { type: Type }> }
  | { ok: false; detail: string }

const patience = 10_000
const offline = { ok: false, detail: 'The server cannot be reached. Try again in a moment.' } as const

/** Asks the server, and waits for the frame that answers; the workspace shows by then what has changed. */
export function ask<Type extends Answers['type']>(question: Question, type: Type): Promise<Asked<Type>> {
  const id = crypto.randomUUID()
  if (!tell({ ...question, id })) return Promise.resolve(offline)
  return new Promise((resolve) => {
    const settle = (asked: Asked<Type>) => {
      stop()
      clearTimeout(late)
      resolve(asked)
    }
    const late = setTimeout(() => settle(offline), patience)
    const stop = onFrame((frame) => {
      if (!('id' in frame) || frame.id !== id) return
      if (frame.type === 'refused') settle({ ok: false, detail: frame.detail })
      else if (isOf(frame, type)) settle({ ok: true, answer: frame })
    })
  })
}

function isOf<Type extends Answers['type']>(frame: ServerFrame, type: Type): frame is Extract<Answers, { type: Type }> {
  return frame.type === type
}
