import { onTestFinished, vi } from 'vitest'

/**
 * Stops the machine's clocks for this test, so that it does not matter how slow the machine is. Time passes only by the
 * function that it returns, and for the server also when its own clock is advanced.
 */
export function stopClock(clocks: ('Date' | 'performance')[] = ['Date', 'performance']) {
  let passed = 0
  // Fake timers of Vitest would not do: with them, `expect.poll` lets time pass.
  for (const clock of clocks) {
    // Whole, so that sums and differences are exact.
    const stoppedAt = Math.round(globalThis[clock].now())
    const stopped = vi.spyOn(globalThis[clock], 'now').mockImplementation(() => stoppedAt + passed)
    onTestFinished(() => stopped.mockRestore())
  }
  return (milliseconds: number): void => {
    passed += milliseconds
  }
}
