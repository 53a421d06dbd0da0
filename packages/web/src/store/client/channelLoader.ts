import type { ServerFrame } from 'rivulet/feedProtocol'
import type { StoreApi } from 'zustand/vanilla'
import type { Feed } from '#feed/feedSocket.ts'
import { isDirectWithApp } from '#names/channelTitle.ts'
import { contentOf, isBeforeLoaded, type Workspace } from '#store/workspace/workspace.ts'

type ShownRoute = { channel?: string; thread?: string; message?: string }

/** Fetches what the page shows: a channel, a thread, older messages. The server then watches the channel for the page. */
export function createChannelLoader(
  workspace: StoreApi<Workspace>,
  send: Feed['send'],
  askForChannel: (id: string) => void,
) {
  let shown: ShownRoute = {}
  /** The channels that the server was asked to watch. */
  const watched = new Set<string>()
  /** The watched channels whose `channel` frame has not come yet. */
  const awaited = new Set<string>()
  /** The pages of history and the threads that were asked for. */
  const requested = new Set<string>()

  /** Tells the server what is on the page. It sends deltas only for that. */
  function watchRoute(route: ShownRoute): void {
    shown = route
    for (const id of watched) {
      if (id === route.channel) continue
      send({ type: 'close', channel: id })
      watched.delete(id)
      awaited.delete(id)
    }
    loadShown()
  }

  /** Fetches one page of older messages, or all messages back to the one named by `backTo`. */
  function loadOlderMessages(channel: string, backTo?: string): void {
    const before = contentOf(workspace.getState(), channel).oldestTs
    const key = `history ${channel} ${before}`
    if (!before || requested.has(key)) return
    if (send({ type: 'history', channel, before, ...(backTo ? { back_to: backTo } : {}) })) requested.add(key)
  }

  /** Fetches a thread with its newest replies, as many as the server sends at once, or older replies: those before a ts. */
  function loadThread(channel: string, threadTs: string, before?: string): void {
    const key = threadKey(channel, threadTs, before)
    if (requested.has(key)) return
    if (send({ type: 'thread', channel, thread_ts: threadTs, ...(before ? { before } : {}) })) requested.add(key)
  }

  function loadShown(): void {
    const { channel, thread } = shown
    loadShownMessage()
    if (!channel) return
    if (workspace.getState().ready) askForChannel(channel)
    if (!watched.has(channel) && send({ type: 'open', channel })) {
      watched.add(channel)
      awaited.add(channel)
    }
    if (thread) loadThread(channel, thread)
  }

  /** Loads the message that the address names, which may be older than all loaded messages. */
  function loadShownMessage(): void {
    const { channel, thread, message } = shown
    const state = workspace.getState()
    const named = channel && state.channels[channel]
    if (!named) return
    // A direct message with an app shows its threads in place.
    const wanted = isDirectWithApp(named, state) ? (thread ?? message) : thread ? undefined : message
    if (wanted && isBeforeLoaded(contentOf(state, channel), wanted)) loadOlderMessages(channel, wanted)
  }

  function receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        return watched.clear()
      case 'thread':
        requested.delete(threadKey(frame.channel, frame.thread_ts, frame.before))
        return
      case 'channel':
        awaited.delete(frame.channel)
        return loadShownMessage()
      case 'history':
        return loadShownMessage()
      case 'refused':
        return forgetRefused(frame)
      case 'channel_changed':
        // The server does not watch what the viewer may not see. The page may be waiting for the channel to appear.
        if (!frame.channel) watched.delete(frame.id)
        else if (frame.id === shown.channel && !watched.has(frame.id)) loadShown()
    }
  }

  /** Allows a refused request to be repeated. */
  function forgetRefused({ id, channel, thread_ts: thread }: Extract<ServerFrame, { type: 'refused' }>): void {
    if (!channel || id) return
    if (thread) requested.delete(threadKey(channel, thread))
    else if (awaited.delete(channel)) watched.delete(channel)
  }

  /** Continues over a new connection. Answers that had not come yet were lost with the old one. */
  function resume(): void {
    requested.clear()
    for (const id of awaited) watched.delete(id)
    awaited.clear()
    loadShown()
  }

  function reset(): void {
    watched.clear()
    awaited.clear()
    requested.clear()
  }

  return {
    watchRoute,
    loadOlderMessages,
    loadThread,
    watchedChannels: () => [...watched],
    shownChannel: () => shown.channel,
    receive,
    resume,
    reset,
  }
}

function threadKey(channel: string, threadTs: string, before = ''): string {
  return `thread ${channel} ${threadTs} ${before}`
}
