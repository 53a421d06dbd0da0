import type { Place, ServerFrame } from 'rivulet/feedProtocol'
import type { StoreApi } from 'zustand/vanilla'
import type { Feed } from '#feed/feedSocket.ts'
import { covers, isNewest, placeNewer, placeOlder, trimmed, withoutWindow } from '#store/workspace/timeline.ts'
import { updateContent } from '#store/workspace/applyFrame.ts'
import { newestPart } from '#store/workspace/applyToContent.ts'
import { changeTimeline, findMissingPage, findNamedMessage, timelineOf } from '#store/workspace/timelines.ts'
import type { TimelineKey, ShownRoute } from '#store/workspace/timelines.ts'
import { type ChannelContent, contentOf, type Workspace } from '#store/workspace/workspace.ts'

/** Fetches what the page shows: a channel, a thread, messages further back. The server then watches the channel for it. */
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
  /** The pages of messages and the threads that were asked for. */
  const requested = new Set<string>()
  /** Whether the message that the address names is still to be shown. */
  let isSeeking = false
  /** Where channels and threads open, if that is not their end, until it is loaded. */
  const openings = new Map<string, { key: TimelineKey; ts: string }>()

  /** Tells the server what is on the page. It sends deltas only for that. */
  function watchRoute(route: ShownRoute): void {
    const { channel, thread, message, date } = shown
    if (channel && thread && thread !== route.thread) dropWindow({ channel, thread })
    const isSame = route.channel === channel && route.thread === thread && route.message === message
    if (!isSame || route.date !== date) isSeeking = true
    shown = route
    const panes = [route.channel, route.beside]
    for (const [name, { key }] of openings) if (!panes.includes(key.channel)) openings.delete(name)
    for (const id of watched) {
      if (panes.includes(id)) continue
      send({ type: 'close', channel: id })
      watched.delete(id)
      awaited.delete(id)
      putAside(id)
    }
    loadShown()
  }

  /**
   * Of a channel that the page does not show, the newest messages stay. The server tells members alone what changes there:
   * others fetch it anew.
   */
  function putAside(id: string): void {
    const { channels, contents } = workspace.getState()
    if (!contents[id]) return
    dropWindow({ channel: id })
    const isFollowed = channels[id]?.member
    const change = (content: ChannelContent) => {
      const part = newestPart(content)
      return isFollowed ? part : { ...part, stale: true }
    }
    workspace.setState((state) => updateContent(state, id, change), true)
  }

  /** [WEB-8] Fetches what comes before or after what is shown. */
  function loadMore(key: TimelineKey, direction: 'older' | 'newer'): void {
    const timeline = timelineOf(workspace.getState(), key)
    const from = timeline && (direction === 'older' ? placeOlder(timeline) : placeNewer(timeline))
    if (from !== undefined) request(key, direction === 'older' ? { before: from } : { after: from })
  }

  /** Fetches a thread with its newest replies, as many as the server sends at once. */
  function loadThread(channel: string, thread: string): void {
    request({ channel, thread }, {})
  }

  /** [WEB-10] Shows what is around a ts, as soon as the channel or thread is loaded. */
  function openAt(key: TimelineKey, ts: string): void {
    openings.set(nameOf(key), { key, ts })
    loadOpenings()
  }

  function loadOpenings(): void {
    for (const [name, { key, ts }] of openings) {
      const timeline = timelineOf(workspace.getState(), key)
      if (!timeline || !watched.has(key.channel) || awaited.has(key.channel)) continue
      if (covers(timeline, ts)) openings.delete(name)
      else request(key, { around: ts })
    }
  }

  /** Shows the newest messages again. */
  function showNewest(key: TimelineKey): void {
    isSeeking = false
    openings.delete(nameOf(key))
    dropWindow(key)
  }

  function dropWindow(key: TimelineKey): void {
    workspace.setState((state) => changeTimeline(state, key, withoutWindow), true)
  }

  /** Forgets what is far away from the message `reading`, or from the newest. `shown`: the ts of what is shown. */
  function forgetFar(key: TimelineKey, shown: readonly string[], reading: string | undefined): void {
    workspace.setState((state) => changeTimeline(state, key, (timeline) => trimmed(timeline, shown, reading)), true)
  }

  function request({ channel, thread }: TimelineKey, place: Place): void {
    const key = requestKey({ channel, thread_ts: thread, ...place })
    if (requested.has(key)) return
    const isSent = thread
      ? send({ type: 'thread', channel, thread_ts: thread, ...place })
      : send({ type: 'history', channel, ...place })
    if (isSent) requested.add(key)
  }

  function loadShown(): void {
    const { channel, thread, beside, besideThread } = shown
    loadNamedMessage()
    loadPane(channel, thread)
    loadPane(beside, besideThread)
  }

  function loadPane(channel: string | undefined, thread: string | undefined): void {
    if (!channel) return
    if (workspace.getState().ready) askForChannel(channel)
    if (!watched.has(channel) && send({ type: 'open', channel })) {
      watched.add(channel)
      awaited.add(channel)
    }
    if (thread) loadThread(channel, thread)
  }

  /** Loads what is around the message that the address names, which may be far back. */
  function loadNamedMessage(): void {
    loadOpenings()
    const state = workspace.getState()
    const named = isSeeking ? findNamedMessage(state, shown) : undefined
    const timeline = named && timelineOf(state, named.key)
    if (!timeline || contentOf(state, named.key.channel).stale) return
    const missing = findMissingPage(state, shown)
    if (missing) return request(missing.key, missing.place)
    isSeeking = false
    if (isNewest(timeline, named.ts)) dropWindow(named.key)
  }

  function receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        return watched.clear()
      case 'thread':
      case 'history':
      case 'channel':
        if (frame.type === 'channel') awaited.delete(frame.channel)
        else requested.delete(requestKey(frame))
        // It may come after the page has gone elsewhere.
        if (!watched.has(frame.channel)) putAside(frame.channel)
        return loadNamedMessage()
      case 'message':
        if (!watched.has(frame.channel)) putAside(frame.channel)
        return
      case 'refused':
        return forgetRefused(frame)
      case 'channel_changed':
        // The server does not watch what the viewer may not see. The page may be waiting for the channel to appear.
        if (!frame.channel) watched.delete(frame.id)
        else if ((frame.id === shown.channel || frame.id === shown.beside) && !watched.has(frame.id)) loadShown()
        else if (!watched.has(frame.id)) putAside(frame.id)
    }
  }

  /** Allows a refused request to be repeated. */
  function forgetRefused({ id, channel, thread_ts: thread }: Extract<ServerFrame, { type: 'refused' }>): void {
    if (!channel || id) return
    for (const key of requested) if (key.startsWith(`${channel} ${thread ?? ''} `)) requested.delete(key)
    if (!thread && awaited.delete(channel)) watched.delete(channel)
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
    loadMore,
    loadThread,
    openAt,
    showNewest,
    forgetFar,
    watchedChannels: () => [...watched],
    shownChannel: () => shown.channel,
    receive,
    resume,
    reset,
  }
}

function nameOf({ channel, thread = '' }: TimelineKey): string {
  return `${channel} ${thread}`
}

function requestKey({ channel, thread_ts: thread = '', before = '', after = '', around = '' }: Requested): string {
  return `${channel} ${thread} ${before} ${after} ${around}`
}
type Requested = { channel: string; thread_ts?: string | undefined } & Place
