import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits long enough for what was sent within this process to have arrived. It counts turns of the event loop, because on a
 * busy machine time alone says nothing.
 */
export async function waitForArrival(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await sleep(10)
}
