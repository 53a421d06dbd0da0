import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** A message that the server has not confirmed yet. */
export type Outgoing = {
  /** Becomes the message's `client_msg_id`; the same id is sent again after a lost connection. */
  id: string
  channel: string
  threadTs?: string
  broadcast?: boolean
  text: string
  /** What was uploaded for it. */
  files?: readonly OutgoingFile[]
  at: number
  state: 'sending' | 'failed'
  reason?: string
  /** Told by `done`: the message itself is on its way. */
  ts?: string
}

export type OutgoingFile = { file: string; name: string; size: number; alt?: string }

export const outbox = createStore<readonly Outgoing[]>(() => [])

export const patience = 60_000

export function useOutgoing(channel: string, threadTs: string | undefined): readonly Outgoing[] {
  const all = useStore(outbox)
  return all.filter((message) => message.channel === channel && message.threadTs === threadTs)
}

export function addOutgoing(message: Outgoing): void {
  outbox.setState([...outbox.getState(), message], true)
}

export function dropOutgoing(id: string): void {
  const left = outbox.getState().filter((message) => message.id !== id)
  if (left.length < outbox.getState().length) outbox.setState(left, true)
}

export function changeOutgoing(id: string, change: Partial<Outgoing>): void {
  const all = outbox.getState()
  if (!all.some((message) => message.id === id)) return
  outbox.setState(
    all.map((message) => (message.id === id ? { ...message, ...change } : message)),
    true,
  )
}
