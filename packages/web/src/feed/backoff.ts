const firstMs = 500
const maxMs = 15_000

/** How long to wait before retry number `attempt` (from 0), in milliseconds: doubling, with full jitter. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(maxMs, firstMs * 2 ** attempt)
}
