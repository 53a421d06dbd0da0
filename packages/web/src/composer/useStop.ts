import { useEffect, useState } from 'react'
import { stopStream } from '#store/client.ts'

const patience = 10_000

/** Asks the server to end what grows. "Stopping…" at once; after a while without an end it may be pressed again. */
export function useStop(channel: string, growing: readonly string[]): { stopping: boolean; stop: () => void } {
  const [asked, setAsked] = useState<readonly string[]>([])
  const stopping = growing.length > 0 && growing.every((ts) => asked.includes(ts))
  useEffect(() => {
    if (asked.length === 0) return undefined
    const timer = setTimeout(() => setAsked([]), patience)
    return () => clearTimeout(timer)
  }, [asked])
  const stop = () => setAsked(growing.filter((ts) => stopStream(channel, ts)))
  return { stopping, stop }
}
