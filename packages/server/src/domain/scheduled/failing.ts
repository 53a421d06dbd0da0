import type { ScheduledRow } from './own.ts'

/** [SCH-9] How long after each unexpected failure a message is tried again, milliseconds. */
const retryMs = [1000, 10_000, 60_000, 600_000]
/** What was due so long ago and is still noted was deleted, or another process sends now. Milliseconds. */
const forgottenAfterMs = 3_600_000

/** What is read of a message before its turn. */
export type Due = Pick<ScheduledRow, 'team_id' | 'app_id' | 'id' | 'post_at'>

/** A message with another time is another one. */
export const keyOf = ({ team_id, id, post_at }: Due): string => `${team_id}/${id}/${post_at}`

/** [SCH-9] The messages that could not be sent, unexpectedly: how often, and when they are tried again. One process sends. */
export class FailingMessages {
  readonly #all = new Map<string, { failures: number; retryAt: number }>()

  /** Notes that a message could not be sent. Returns whether it is tried again. */
  postpone(row: Due, now: number): boolean {
    const failures = (this.#all.get(keyOf(row))?.failures ?? 0) + 1
    const wait = retryMs[failures - 1]
    if (wait === undefined) this.forget(row)
    else this.#all.set(keyOf(row), { failures, retryAt: now + wait })
    return wait !== undefined
  }

  forget(row: Due): void {
    this.#all.delete(keyOf(row))
  }

  /** The keys of messages that are not tried yet. */
  listPostponed(now: number): string[] {
    for (const [key, { retryAt }] of this.#all) if (retryAt + forgottenAfterMs < now) this.#all.delete(key)
    return [...this.#all].flatMap(([key, { retryAt }]) => (retryAt > now ? key : []))
  }
}
