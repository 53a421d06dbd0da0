import type { Bus } from './bus.ts'

/** Wakes readers of the same process. */
export function createInProcessBus(): Bus {
  const listeners = new Set<() => void>()
  return {
    wake: () => listeners.forEach((listener) => listener()),
    onWake(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
