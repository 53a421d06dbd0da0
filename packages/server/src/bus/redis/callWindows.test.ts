import { expect, onTestFinished, test } from 'vitest'
import { patience } from '#testing/database/databases'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { parseRedisAddress } from './address.ts'
import { RedisWindows } from './callWindows.ts'
import { RedisConnection } from './connection.ts'

test.skipIf(!redisProgram)('[BUS-3] a window admits as many calls as it may in a minute and in a second', async () => {
  const redis = await startRedisServer()
  const options = { address: parseRedisAddress(redis.url), prefix: 'test:', patienceMs: patience, onNotice: () => {} }
  const connection = await RedisConnection.open(options)
  onTestFinished(() => connection.close())
  const windows = new RedisWindows(connection)

  expect(await windows.take('none', { limit: 0, burst: 10 })).toBe(60_000)
  for (const key of ['one', 'other']) {
    for (let i = 0; i < 3; i++) expect(await windows.take(key, { limit: 3, burst: 3 })).toBe(0)
    const wait = (await windows.take(key, { limit: 3, burst: 3 })) ?? 0
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60_000)
  }

  windows.giveBack('one')
  await expect.poll(() => windows.take('one', { limit: 3, burst: 3 })).toBe(0)
  expect(await windows.take('one', { limit: 3, burst: 3 })).toBeGreaterThan(0)

  // However slow the machine is, sooner or later two calls come in one second.
  const burst = () => windows.take('burst', { limit: 100_000, burst: 1 })
  let wait: number | undefined = 0
  while (wait === 0) wait = await burst()
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(1000)
  await expect.poll(burst).toBe(0)
  expect(windows.countedAlone).toBe(0)
})
