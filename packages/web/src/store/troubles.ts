import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Why something that somebody did to a message was not done, by message: said beside it for a while. */
export const troubles = createStore<Readonly<Record<string, string>>>(() => ({}))

const shown = 20_000
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export function tellTrouble(channel: string, ts: string, text: string | undefined): void {
  const key = `${channel} ${ts}`
  clearTimeout(timers.get(key))
  timers.delete(key)
  const { [key]: _before, ...others } = troubles.getState()
  troubles.setState(text === undefined ? others : { ...others, [key]: text }, true)
  if (text !== undefined)
    timers.set(
      key,
      setTimeout(() => tellTrouble(channel, ts, undefined), shown),
    )
}

export function useTrouble(channel: string, ts: string): string | undefined {
  return useStore(troubles, (all) => all[`${channel} ${ts}`])
}
