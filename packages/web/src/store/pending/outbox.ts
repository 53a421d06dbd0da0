import type { RichTextBlock } from '@rivulet/blocks/types'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** A message that the server has not confirmed yet. */
export type OutboxMessage = {
  /** Becomes the message's `client_msg_id`. The same id is sent again after a lost connection. */
  id: string
  channel: string
  threadTs?: string
  broadcast?: boolean
  text: string
  /** What was written in the editor. The text is then empty. */
  blocks?: readonly RichTextBlock[]
  /** The files that were uploaded for it. */
  files?: readonly OutgoingFile[]
  /** Unix milliseconds. */
  sentAt: number
  state: 'sending' | 'failed'
  reason?: string
  /** Set once the server has confirmed the message; its own frame is still to come. */
  ts?: string
  /** An earlier page left it. Whether the server has it already is not known: no frame may come for it. */
  restored?: boolean
}

export type OutgoingFile = { file: string; name: string; size: number; alt?: string }

export const sendTimeoutMs = 60_000

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox() {
  const store = createStore<readonly OutboxMessage[]>(() => [])
  return {
    store,
    find: (id: string) => store.getState().find((message) => message.id === id),
    add(message: OutboxMessage): void {
      store.setState([...store.getState(), message], true)
    },
    remove(id: string): void {
      const left = store.getState().filter((message) => message.id !== id)
      if (left.length < store.getState().length) store.setState(left, true)
    },
    update(id: string, change: Partial<OutboxMessage>): void {
      const all = store.getState()
      if (!all.some((message) => message.id === id)) return
      store.setState(
        all.map((message) => (message.id === id ? { ...message, ...change } : message)),
        true,
      )
    },
  }
}

/** The outbox of this page. */
export const outbox = createOutbox()

/** The unconfirmed messages of a channel and of its threads. */
export function useChannelOutbox(channel: string): readonly OutboxMessage[] {
  const all = useStore(outbox.store)
  return useMemo(() => all.filter((message) => message.channel === channel), [all, channel])
}

/** The unconfirmed messages of a channel, or of one of its threads. */
export function useOutbox(channel: string, threadTs: string | undefined): readonly OutboxMessage[] {
  return useChannelOutbox(channel).filter((message) => message.threadTs === threadTs)
}
