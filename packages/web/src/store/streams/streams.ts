import type { Chunk } from '@rivulet/blocks/types'
import { appendChunks, emptyReply, type StreamedReply } from '@rivulet/blocks/streamedReply'
import type { ServerFrame, ViewerMessage } from 'rivulet/feedProtocol'
import { charactersToShow, countCharacters, drainFor, splitChunks } from './smoothing.ts'

/** A reply that is being streamed. It is a new object each time what it shows changes, so that React can compare. */
export type LiveStream = {
  readonly channel: string
  readonly ts: string
  readonly threadTs: string
  /** The number of the last delta that arrived. */
  readonly n: number
  readonly display: 'timeline' | 'plan'
  /** What is on the screen: at most a moment behind what has arrived. */
  readonly shown: StreamedReply
  /** What has arrived and is not on the screen yet. */
  readonly waiting: readonly Chunk[]
  /** When the waiting text must be on the screen. */
  readonly due: number
  /** When text arrived last. */
  readonly arrivedAt: number
  /** Whether the message is final. The stream is then removed once all of it has been shown. */
  readonly ended: boolean
}

type Delta = Extract<ServerFrame, { type: 'delta' }>
/** `known`: the delta had arrived before. `unknown`: there is no such open stream. */
export type DeltaOutcome = 'applied' | 'known' | 'gap' | 'unknown'

export type FrameClock = {
  now: () => number
  /** Calls back before the next paint; at once if nothing is painted. */
  requestFrame: (tick: (now: number) => void) => void
  /** False in a hidden tab: there all text is shown at once. */
  isVisible: () => boolean
}

export type Streams = ReturnType<typeof createStreams>

/** The store of streaming replies. It is outside React and calls its listeners at most once per frame. */
export function createStreams(clock: FrameClock) {
  const live = new Map<string, LiveStream>()
  const listeners = new Map<string, Set<() => void>>()
  let scheduled = false
  let lastTick = 0

  function set(key: string, stream: LiveStream | undefined) {
    if (stream) live.set(key, stream)
    else live.delete(key)
    for (const listener of listeners.get(key) ?? []) listener()
  }

  function schedule() {
    if (scheduled) return
    scheduled = true
    lastTick = clock.now()
    clock.requestFrame(tick)
  }

  function tick(now: number) {
    scheduled = false
    const elapsed = Math.max(1, now - lastTick)
    for (const [key, stream] of live)
      if (stream.waiting.length > 0 || stream.ended) set(key, showMore(stream, now, elapsed))
    if ([...live.values()].some((stream) => stream.waiting.length > 0)) schedule()
  }

  /** Shows some of what is waiting. Returns undefined for an ended stream that has nothing left to show. */
  function showMore(stream: LiveStream, now: number, elapsed: number): LiveStream | undefined {
    const left = clock.isVisible() ? stream.due - now : 0
    const [chunks, waiting] = splitChunks(
      stream.waiting,
      charactersToShow(countCharacters(stream.waiting), elapsed, left),
    )
    if (stream.ended && waiting.length === 0) return undefined
    return { ...stream, shown: appendChunks(stream.shown, chunks), waiting }
  }

  return {
    /** Takes a message from a frame: opens its stream, moves it forward, or ends it. */
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
        arrivedAt: -Infinity,
        ended: false,
      })
    },

    /** A connection is new: what it says of a stream replaces what was known, which may have been false. */
    restart() {
      for (const [key, stream] of live) if (!stream.ended) live.set(key, { ...stream, n: -1 })
    },

    /** Applies a delta only if it follows the last one. After a gap the thread has to be fetched again. */
    append(delta: Delta): DeltaOutcome {
      const key = keyOf(delta.channel, delta.ts)
      const known = live.get(key)
      if (!known || known.ended) return 'unknown'
      if (delta.to <= known.n) return 'known'
      if (delta.from !== known.n + 1) return 'gap'
      const waiting = [...known.waiting, ...delta.chunks]
      const arrivedAt = clock.now()
      const due = arrivedAt + drainFor(arrivedAt - known.arrivedAt)
      live.set(key, { ...known, n: delta.to, waiting, due, arrivedAt })
      schedule()
      return 'applied'
    },

    remove(channel: string, ts: string) {
      if (live.has(keyOf(channel, ts))) set(keyOf(channel, ts), undefined)
    },

    get: (channel: string, ts: string) => live.get(keyOf(channel, ts)),

    subscribe(channel: string, ts: string, listener: () => void) {
      const key = keyOf(channel, ts)
      const known = listeners.get(key) ?? new Set()
      listeners.set(key, known.add(listener))
      return () => {
        known.delete(listener)
        if (known.size === 0) listeners.delete(key)
      }
    },
  }
}

function keyOf(channel: string, ts: string): string {
  return `${channel} ${ts}`
}
