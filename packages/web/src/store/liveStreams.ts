import { useCallback, useSyncExternalStore } from 'react'
import { createStreams, type LiveStream } from './streams.ts'

/** The page's growing replies, one flush per animation frame; a hidden tab has no frames and is not kept waiting. */
export const streams = createStreams({
  now: () => performance.now(),
  next: (tick) => {
    if (document.visibilityState === 'hidden') setTimeout(() => tick(performance.now()), 0)
    else afterFrame(tick)
  },
  seen: () => document.visibilityState === 'visible',
})

export function useStream(channel: string, ts: string): LiveStream | undefined {
  const subscribe = useCallback((listener: () => void) => streams.subscribe(channel, ts, listener), [channel, ts])
  return useSyncExternalStore(subscribe, () => streams.get(channel, ts))
}

// The tab may be hidden while a frame is awaited: then none comes, and a timer takes its place.
function afterFrame(tick: (now: number) => void) {
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
