import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const shownMs = 20_000

export type MessageErrors = ReturnType<typeof createMessageErrors>

/** Why something that a person did to a message failed, by message; without `ts`, to a channel. An error shows next to it for a while. */
export function createMessageErrors() {
  const store = createStore<Readonly<Record<string, string>>>(() => ({}))
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  /** Shows an error, or removes it if `text` is undefined. */
  function set(channel: string, ts: string | undefined, text: string | undefined): void {
    const key = keyOf(channel, ts)
    clearTimeout(timers.get(key))
    timers.delete(key)
    const { [key]: _before, ...others } = store.getState()
    store.setState(text === undefined ? others : { ...others, [key]: text }, true)
    if (text !== undefined)
      timers.set(
        key,
        setTimeout(() => set(channel, ts, undefined), shownMs),
      )
  }

  return { store, set }
}

/** The errors of this page. */
export const messageErrors = createMessageErrors()

export function useMessageError(channel: string, ts?: string): string | undefined {
  return useStore(messageErrors.store, (all) => all[keyOf(channel, ts)])
}

function keyOf(channel: string, ts = ''): string {
  return `${channel} ${ts}`
}
