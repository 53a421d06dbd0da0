import { useEffect, useState } from 'react'
import { stopStream } from '#store/client.ts'

const patience = 10_000

/**
 * Asks the server to end what goes on: replies that grow, or what agents are at in the threads of these roots.
 * "Stopping…" at once; after a while without an end it may be pressed again.
 */
export function useStop(channel: string, going: readonly string[]): { stopping: boolean; stop: () => void } {
  const [asked, setAsked] = useState<readonly string[]>([])
  const stopping = going.length > 0 && going.every((ts) => asked.includes(ts))
  useEffect(() => {
    if (asked.length === 0) return undefined
    const timer = setTimeout(() => setAsked([]), patience)
    return () => clearTimeout(timer)
  }, [asked])
  const stop = () => setAsked(going.filter((ts) => stopStream(channel, ts)))
  return { stopping, stop }
}
