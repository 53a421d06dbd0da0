import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { memoryBus } from '#bus/memory'
import { openSqlite } from '#store/sqlite/open'
import { Follower } from './logFollower.ts'

test('an end does not wait until a database that does not answer is to be asked again', async () => {
  const store = await openSqlite(':memory:')
  const bus = memoryBus()
  const follower = new Follower(store.db, bus, 0, async () => {})
  await follower.start()
  await store.close()
  const refused = new Promise((heard) => (follower.onDefect = heard))
  bus.wake()
  expect(await refused).toBeInstanceOf(Error)
  const stopped = follower.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, sleep(500, 'waits')])).toBe('stopped')
})
