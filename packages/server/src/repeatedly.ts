import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does something every so many milliseconds, counted from the end of the last time: it never overlaps itself. The first
 * time comes after `first`. Answers with what stops it and waits for what is going on; `stopped` tells that to hurry.
 */
export function repeatedly(
  what: (stopped: AbortSignal) => Promise<unknown>,
  { every, first = every, onDefect }: { every: number; first?: number; onDefect: (defect: unknown) => void },
): () => Promise<void> {
  const stopping = new AbortController()
  const over = go(stopping.signal)
  return () => {
    stopping.abort()
    return over
  }

  async function go(stopped: AbortSignal): Promise<void> {
    for (let wait = first; ; wait = every) {
      await pause(wait, undefined, { signal: stopped, ref: false }).catch(() => {})
      if (stopped.aborted) return
      await what(stopped).catch(onDefect)
    }
  }
}
