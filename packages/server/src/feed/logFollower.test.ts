import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createInProcessBus } from '#bus/inProcess'
import { openSqlite } from '#store/sqlite/open'
import { LogFollower } from './logFollower.ts'

test('stopping does not wait for the next attempt to read a failing database', async () => {
  const store = await openSqlite(':memory:')
  const bus = createInProcessBus()
  const follower = new LogFollower(store.db, bus, 0, async () => {})
  await follower.start()
  await store.close()
  const refused = new Promise((resolve) => (follower.onUnexpectedError = resolve))
  bus.wake()
  expect(await refused).toBeInstanceOf(Error)
  const stopped = follower.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, sleep(500, 'waits')])).toBe('stopped')
})
