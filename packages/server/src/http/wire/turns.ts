import pLimit, { type LimitFunction } from 'p-limit'
import type { Caller } from '#domain/access/caller'

/** What people and apps do with files: so many at the same time of each, while the others wait. */
export class Turns {
  readonly #turns = new Map<string, LimitFunction>()

  of({ teamId, userId }: Pick<Caller, 'teamId' | 'userId'>, atOnce: number): LimitFunction {
    for (const [person, { activeCount, pendingCount }] of this.#turns)
      if (activeCount + pendingCount === 0) this.#turns.delete(person)
    const person = `${teamId}/${userId}`
    const turns = this.#turns.get(person) ?? pLimit(atOnce)
    this.#turns.set(person, turns)
    return turns
  }
}
