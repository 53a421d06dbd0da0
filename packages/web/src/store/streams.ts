import type { Chunk } from '@rivulet/blocks/chunk'
import { emptyReply, withChunks, type Reply } from '@rivulet/blocks/reply'
import type { ServerFrame, ViewerMessage } from 'rivulet/feedProtocol'
import { backlogOf, drainWithin, shareOf, split } from './smoothing.ts'

/** A reply that grows. A new object each time its look changes, so that React can compare. */
export type LiveStream = {
  readonly channel: string
  readonly ts: string
  readonly threadTs: string
  /** The last delta that came. */
  readonly n: number
  readonly display: 'timeline' | 'plan'
  /** What is on the screen: behind what came by at most a moment. */
  readonly shown: Reply
  /** Came, and is not on the screen yet. */
  readonly waiting: readonly Chunk[]
  /** When the waiting text must be on the screen. */
  readonly due: number
  /** The message is final: the stream goes away once it has been shown. */
  readonly ended: boolean
}

type Delta = Extract<ServerFrame, { type: 'delta' }>
export type DeltaOutcome = 'applied' | 'known' | 'gap' | 'unknown'

export type Frames = {
  now: () => number
  /** Calls back before the next paint; at once, with `false`, where nothing is painted. */
  next: (tick: (now: number) => void) => void
  /** False in a hidden tab: text is not held back. */
  seen: () => boolean
}

/** The store of growing replies: outside React, at most one round of listeners per frame. */
export function createStreams(frames: Frames) {
  const live = new Map<string, LiveStream>()
  const listeners = new Map<string, Set<() => void>>()
  let ticking = false
  let last = 0

  function set(key: string, stream: LiveStream | undefined) {
    if (stream) live.set(key, stream)
    else live.delete(key)
    for (const listener of listeners.get(key) ?? []) listener()
  }

  function schedule() {
    if (ticking) return
    ticking = true
    last = frames.now()
    frames.next(tick)
  }

  function tick(now: number) {
    ticking = false
    const since = Math.max(1, now - last)
    for (const [key, stream] of live)
      if (stream.waiting.length > 0 || stream.ended) set(key, shownAt(stream, now, since))
    if ([...live.values()].some((stream) => stream.waiting.length > 0)) schedule()
  }

  /** Some more of what waits is shown; an ended stream with nothing left is gone. */
  function shownAt(stream: LiveStream, now: number, since: number): LiveStream | undefined {
    const share = shareOf(backlogOf(stream.waiting), since, frames.seen() ? stream.due - now : 0)
    const [chunks, waiting] = split(stream.waiting, share)
    if (stream.ended && waiting.length === 0) return undefined
    return { ...stream, shown: withChunks(stream.shown, chunks), waiting }
  }

  return {
    /** A message as a frame brought it: opens its stream, moves it forward, or ends it. */
    observe(channel: string, message: ViewerMessage) {
      const key = keyOf(channel, message.ts)
      const known = live.get(key)
      if (message.streaming_state !== 'in_progress') {
        if (!known || known.ended) return
        set(key, { ...known, ended: true })
        return schedule()
      }
      if (!message.stream || (known && known.n >= message.stream.n)) return
      set(key, {
        channel,
        ts: message.ts,
        threadTs: message.thread_ts ?? message.ts,
        n: message.stream.n,
        display: message.stream.display,
        shown: message.stream.reply ?? emptyReply(),
        waiting: [],
        due: 0,
        ended: false,
      })
    },

    /** Only a delta that follows on what is known is applied; after a gap the thread has to be asked for again. */
    grow(delta: Delta): DeltaOutcome {
      const key = keyOf(delta.channel, delta.ts)
      const known = live.get(key)
      if (!known || known.ended) return 'unknown'
      if (delta.to <= known.n) return 'known'
      if (delta.from !== known.n + 1) return 'gap'
      const waiting = [...known.waiting, ...delta.chunks]
      live.set(key, { ...known, n: delta.to, waiting, due: frames.now() + drainWithin })
      schedule()
      return 'applied'
    },

    forget(channel: string, ts: string) {
      if (live.has(keyOf(channel, ts))) set(keyOf(channel, ts), undefined)
    },

    get: (channel: string, ts: string) => live.get(keyOf(channel, ts)),

    subscribe(channel: string, ts: string, listener: () => void) {
      const key = keyOf(channel, ts)
      const mine = listeners.get(key) ?? new Set()
      listeners.set(key, mine.add(listener))
      return () => {
        mine.delete(listener)
        if (mine.size === 0) listeners.delete(key)
      }
    },
  }
}

function keyOf(channel: string, ts: string): string {
  return `${channel} ${ts}`
}
