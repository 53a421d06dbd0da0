import type { StoreApi } from 'zustand/vanilla'
import type { Feed } from '#feed/feedSocket.ts'
import { isDirectWithApp } from '#names/channelTitle.ts'
import type { Workspace } from '#store/workspace/workspace.ts'

/** Remembers which channel a person viewed before turning to an app, and tells the app. */
export function createViewedChannel(workspace: StoreApi<Workspace>, send: Feed['send']) {
  /** The last channel on the page that is not a direct message with an app. */
  let viewed: string | undefined
  /** The viewed channel last sent to each app, by its direct message. */
  const sent = new Map<string, string>()

  /** Called when the page goes from one channel to another. An app is told only what it does not know already. */
  function follow(from: string | undefined, to: string | undefined): void {
    const state = workspace.getState()
    // `from` counts too, because nobody navigates to the channel with which the page was opened.
    for (const id of [from, to]) {
      const channel = id === undefined ? undefined : state.channels[id]
      if (channel && !isDirectWithApp(channel, state)) viewed = channel.id
    }
    const channel = to === undefined ? undefined : state.channels[to]
    if (!channel || !isDirectWithApp(channel, state) || viewed === undefined || sent.get(channel.id) === viewed) return
    if (send({ type: 'looks', channel: channel.id, looking: viewed })) sent.set(channel.id, viewed)
  }

  return { follow, get: () => viewed }
}
