import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Written } from '#composer/written.ts'

/** A message of a composer. `typed`: the draft from which it was made, as it is kept. */
export type DraftMessage = Written & {
  typed: string
  channel: string
  /** The thread that it goes to. */
  threadTs?: string | undefined
  broadcast: boolean
  onSent?: (() => void) | undefined
}

/** [DRF-5] What is sent as soon as its files are uploaded, by its draft. It stays while the person is elsewhere. */
export const waitingMessages = createStore<Readonly<Record<string, DraftMessage | undefined>>>(() => ({}))

export function useWaitingMessage(draft: string): DraftMessage | undefined {
  return useStore(waitingMessages, (all) => all[draft])
}

/** Without a message, nothing is sent any more. */
export function letWait(draft: string, message: DraftMessage | undefined): void {
  waitingMessages.setState({ [draft]: message })
}
