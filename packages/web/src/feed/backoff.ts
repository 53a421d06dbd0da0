const first = 500
const most = 15_000

/** How long to wait before try number `attempt` (from 0), in milliseconds: doubling, with full jitter. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(most, first * 2 ** attempt)
}
