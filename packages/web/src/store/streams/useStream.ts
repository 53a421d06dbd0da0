import { useCallback, useSyncExternalStore } from 'react'
import { createPacedFrames } from './pacedFrames.ts'
import { createStreams, type LiveStream } from './streams.ts'

const painted = new MessageChannel()
const requestPacedFrame = createPacedFrames({
  now: () => performance.now(),
  requestFrame: onNextFrame,
  afterPaint(callback) {
    painted.port1.onmessage = callback
    painted.port2.postMessage(null)
  },
  wait: (callback, ms) => setTimeout(callback, ms),
})

/** The streams of this page. They are updated at most once per animation frame, and at once in a hidden tab. */
export const streams = createStreams({
  now: () => performance.now(),
  requestFrame: (tick) => {
    if (document.visibilityState === 'hidden') setTimeout(() => tick(performance.now()), 0)
    else requestPacedFrame(tick)
  },
  isVisible: () => document.visibilityState === 'visible',
})

/** The stream of a message; undefined if none is open. */
export function useStream(channel: string, ts: string): LiveStream | undefined {
  const subscribe = useCallback((listener: () => void) => streams.subscribe(channel, ts, listener), [channel, ts])
  return useSyncExternalStore(subscribe, () => streams.get(channel, ts))
}

/** Whether the reply in a message is growing on the page. */
export function useIsStreaming(channel: string, ts: string): boolean {
  const subscribe = useCallback((listener: () => void) => streams.subscribe(channel, ts, listener), [channel, ts])
  return useSyncExternalStore(subscribe, () => streams.get(channel, ts) !== undefined)
}

// A tab that is hidden in the meantime gets no animation frame. Then the timer takes its place.
function onNextFrame(callback: () => void) {
  let done = false
  const once = () => {
    if (done) return
    done = true
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    callback()
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, 300)
}
