import { processorTime } from '@rivulet/blocks/testing/processorTime'

/**
 * Runs `work` and returns how much processor time the event loop used in one piece at most, milliseconds. Time in which
 * other processes had the processor does not count.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = processorTime()
  let ended = false
  const turn = () => {
    const now = processorTime()
    longest = Math.max(longest, now - last)
    last = now
    if (!ended) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  ended = true
  turn()
  return longest
}

/** What the work of `slowness` takes on a machine of 2026 that does nothing else, milliseconds. */
const usual = 0.5

/** How many times slower than usual this machine is just now, at least 1. */
export function slowness(): number {
  const document = Array.from({ length: 2000 }, (_, i) => ({ type: 'text', text: `word ${i}`, style: { bold: true } }))
  const json = JSON.stringify(document)
  let best = Infinity
  for (let i = 0; i < 9; i++) {
    const start = performance.now()
    JSON.parse(json)
    best = Math.min(best, performance.now() - start)
  }
  return Math.max(1, best / usual)
}
