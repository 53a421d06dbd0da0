import { useCallback, useSyncExternalStore } from 'react'
import { createStreams, type LiveStream } from './streams.ts'

/** The streams of this page. They are updated once per animation frame, and at once in a hidden tab. */
export const streams = createStreams({
  now: () => performance.now(),
  requestFrame: (tick) => {
    if (document.visibilityState === 'hidden') setTimeout(() => tick(performance.now()), 0)
    else onNextFrame(tick)
  },
  isVisible: () => document.visibilityState === 'visible',
})

/** The stream of a message; undefined if none is open. */
export function useStream(channel: string, ts: string): LiveStream | undefined {
  const subscribe = useCallback((listener: () => void) => streams.subscribe(channel, ts, listener), [channel, ts])
  return useSyncExternalStore(subscribe, () => streams.get(channel, ts))
}

// A tab that is hidden in the meantime gets no animation frame. Then the timer takes its place.
function onNextFrame(tick: (now: number) => void) {
  let done = false
  const once = () => {
    if (done) return
    done = true
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    tick(performance.now())
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, 300)
}
