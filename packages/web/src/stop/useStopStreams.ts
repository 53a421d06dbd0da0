import { useEffect, useState } from 'react'
import { stopStream } from '#store/client/pageClient.ts'

const retryAfterMs = 10_000

/**
 * Stops streams, or the work of agents in threads. `active` lists the ts of the streamed messages or the thread roots.
 * `app` names one agent of a thread. `stopping` is true at once. It becomes false again if they have not ended after a while, so that a person can retry.
 */
export function useStopStreams(
  channel: string,
  active: readonly string[],
  app?: string,
): { stopping: boolean; stop: () => void } {
  const [requested, setRequested] = useState<readonly string[]>([])
  const stopping = active.length > 0 && active.every((ts) => requested.includes(ts))
  useEffect(() => {
    if (requested.length === 0) return undefined
    const timer = setTimeout(() => setRequested([]), retryAfterMs)
    return () => clearTimeout(timer)
  }, [requested])
  const stop = () => setRequested(active.filter((ts) => stopStream(channel, ts, app)))
  return { stopping, stop }
}
