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
  return place.subscribe(({ channel: id }) => {
    const state = workspace.getState()
    const channel = id === undefined ? undefined : state.channels[id]
    if (!channel) return
    if (!isAppDirect(channel, state)) last = channel.id
    else if (last !== undefined && told.get(channel.id) !== last) {
      if (tell({ type: 'looks', channel: channel.id, looking: last })) told.set(channel.id, last)
    }
  })
}
