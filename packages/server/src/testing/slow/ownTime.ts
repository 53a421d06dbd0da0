import { readFileSync } from 'node:fs'

/** Runs `work` and returns how long it took, milliseconds. Time in which other programs had the processor does not count. */
export async function ownTime(work: () => Promise<unknown>): Promise<number> {
  const [start, waited] = [performance.now(), waitedForProcessor()]
  await work()
  return performance.now() - start - (waitedForProcessor() - waited)
}

/** How long this thread was ready to run and had to wait, milliseconds. Only Linux tells; elsewhere 0. */
function waitedForProcessor(): number {
  try {
    const [, nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return 0
  }
}
