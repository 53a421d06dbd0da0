import { place } from '#app/place.ts'
import { isAppDirect } from '#sidebar/names.ts'
import { tell } from './client.ts'
import { workspace } from './workspace.ts'

/** The last channel that was looked at and is no conversation with an app. */
let last: string | undefined
/** What each app was told. */
const told = new Map<string, string>()

/** The channel beside which somebody turns to an app. */
export function lookedAt(): string | undefined {
  return last
}

/** Begins another conversation with an assistant. */
export function converse(channel: string): boolean {
  const id = crypto.randomUUID()
  return tell({ type: 'converse', id, channel, ...(last === undefined ? {} : { looking: last }) })
}

/** An app hears which channel people come from when they turn to it, where that is another than the last time. */
export function startLooking(): () => void {
  return place.subscribe(({ channel: to }, { channel: from }) => {
    const state = workspace.getState()
    // Also the one that the page was opened at, which nobody went to.
    for (const id of [from, to]) {
      const channel = id === undefined ? undefined : state.channels[id]
      if (channel && !isAppDirect(channel, state)) last = channel.id
    }
    const channel = to === undefined ? undefined : state.channels[to]
    if (!channel || !isAppDirect(channel, state) || last === undefined || told.get(channel.id) === last) return
    if (tell({ type: 'looks', channel: channel.id, looking: last })) told.set(channel.id, last)
  })
}
