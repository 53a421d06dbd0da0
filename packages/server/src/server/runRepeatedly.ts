import { setTimeout as sleep } from 'node:timers/promises'
import { Backoff } from '#domain/backoff'
import { isOutOfReach } from '#store/outOfReach'

const hourMs = 3_600_000
/** How long after a mistake an hourly job is tried again. Milliseconds. */
const hourlyRetryMs = 60_000

export type Job = (stopped: AbortSignal) => Promise<unknown>

interface RepeatOptions {
  /** Milliseconds from the end of one run to the beginning of the next. */
  intervalMs: number
  /** Milliseconds to the first run; `intervalMs` unless given. */
  firstDelayMs?: number
  onUnexpectedError: (error: unknown) => void
}

/**
 * Runs a job again and again, one run at a time. The returned function stops this and waits for the current run, which
 * the signal `stopped` tells to hurry; it may throw the signal's reason. [NOD-14] While the database is away, it is tried more often.
 */
export function runRepeatedly(
  job: Job,
  { intervalMs, firstDelayMs = intervalMs, onUnexpectedError }: RepeatOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const ended = runUntil(stopping.signal)
  return () => {
    stopping.abort()
    return ended
  }

  async function runUntil(stopped: AbortSignal): Promise<void> {
    const backoff = new Backoff()
    for (let delay = firstDelayMs; ;) {
      await sleep(delay, undefined, { signal: stopped, ref: false }).catch(() => {})
      if (stopped.aborted) return
      try {
        await job(stopped)
        backoff.reset()
        delay = intervalMs
      } catch (error) {
        if (error !== stopped.reason) onUnexpectedError(error)
        delay = isOutOfReach(error) ? Math.min(backoff.next(), intervalMs) : intervalMs
      }
    }
  }
}

/**
 * A job to be run often, which does its work once an hour, and as soon as `isOurs` becomes true. [NOD-14] Work that failed
 * because the database was away is done at the next run, and other work that failed after a minute.
 */
export function hourly(work: Job, isOurs: () => boolean): Job {
  let dueAt = -Infinity
  return async (stopped) => {
    if (!isOurs()) dueAt = -Infinity
    else if (performance.now() >= dueAt) {
      try {
        await work(stopped)
        dueAt = performance.now() + hourMs
      } catch (error) {
        if (!isOutOfReach(error)) dueAt = performance.now() + hourlyRetryMs
        throw error
      }
    }
  }
}
