import { setTimeout as sleep } from 'node:timers/promises'

interface RepeatOptions {
  /** Milliseconds from the end of one run to the beginning of the next. */
  intervalMs: number
  /** Milliseconds to the first run; `intervalMs` unless given. */
  firstDelayMs?: number
  onUnexpectedError: (error: unknown) => void
}

/**
 * Runs a job again and again, one run at a time. The returned function stops this and waits for the current run, which
 * the signal `stopped` tells to hurry.
 */
export function runRepeatedly(
  job: (stopped: AbortSignal) => Promise<unknown>,
  { intervalMs, firstDelayMs = intervalMs, onUnexpectedError }: RepeatOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const ended = runUntil(stopping.signal)
  return () => {
    stopping.abort()
    return ended
  }

  async function runUntil(stopped: AbortSignal): Promise<void> {
    for (let delay = firstDelayMs; ; delay = intervalMs) {
      await sleep(delay, undefined, { signal: stopped, ref: false }).catch(() => {})
      if (stopped.aborted) return
      await job(stopped).catch(onUnexpectedError)
    }
  }
}
