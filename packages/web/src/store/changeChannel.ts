import type { ChannelFrame } from 'rivulet/feedProtocol'
import { onFrame, tell } from './client.ts'

type WithoutId<Frame> = Frame extends unknown ? Omit<Frame, 'id'> : never
/** What a person does to a channel. */
export type Change = WithoutId<ChannelFrame>

export type Answer = { ok: true; channel: string } | { ok: false; detail: string }

const patience = 10_000
const offline = { ok: false, detail: 'The server cannot be reached. Try again in a moment.' } as const

/** Asks the server, and waits for what it says; the workspace shows the change by then. */
export function changeChannel(change: Change): Promise<Answer> {
  const id = crypto.randomUUID()
  if (!tell({ ...change, id })) return Promise.resolve(offline)
  return new Promise((resolve) => {
    const settle = (answer: Answer) => {
      stop()
      clearTimeout(late)
      resolve(answer)
    }
    const late = setTimeout(() => settle(offline), patience)
    const stop = onFrame((frame) => {
      if (frame.type === 'changed' && frame.id === id) settle({ ok: true, channel: frame.channel })
      if (frame.type === 'refused' && frame.id === id) settle({ ok: false, detail: frame.detail })
    })
  })
}
