import type { WatchedClient } from './watchedClient.ts'

/**
 * [NOD-14] Finds connections over which nothing comes any more while new ones are made, as behind a firewall that has forgotten
 * them. They wait for an answer, and their backends do nothing: these have not got the question, or have answered it.
 */
export class LostConnections {
  /** Those that seem lost: since when, and how many bytes they had read. */
  #suspects = new Map<WatchedClient, { since: number; bytes: number }>()

  /**
   * Takes up what was asked at a time: what waited for an answer then, with the number of bytes that it had read, and which
   * backends were at work. Returns what has seemed lost in each question for so many milliseconds.
   */
  find(
    waiting: ReadonlyMap<WatchedClient, number>,
    active: ReadonlySet<number> | undefined,
    askedAt: number,
    suspectMs: number,
  ): WatchedClient[] {
    const before = this.#suspects
    this.#suspects = new Map()
    if (!active) return []
    for (const [client, bytes] of waiting) {
      const { backend, isWaiting, socket } = client
      if (backend === undefined || active.has(backend) || !isWaiting || socket.bytesRead !== bytes) continue
      const suspect = before.get(client)
      this.#suspects.set(client, suspect?.bytes === bytes ? suspect : { since: askedAt, bytes })
    }
    return [...this.#suspects].filter(([, { since }]) => askedAt - since >= suspectMs).map(([client]) => client)
  }
}
