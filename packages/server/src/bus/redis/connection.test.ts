import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'redis'
import { expect, onTestFinished, test } from 'vitest'
import { patience } from '#testing/database/databases'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { parseRedisAddress } from './address.ts'
import { RedisWindows } from './callWindows.ts'
import { RedisConnection } from './connection.ts'

test.skipIf(!redisProgram)(
  '[BUS-2] an answer that is there when a process goes on after standing still is not late',
  async () => {
    const redis = await startRedisServer()
    const patienceMs = 50
    const address = parseRedisAddress(redis.url)
    const connection = await RedisConnection.open({ address, prefix: 'test:', patienceMs, onNotice: () => {} })
    onTestFinished(() => connection.close())

    // It comes in the same turn of the event loop in which the time is up.
    const answer = connection.ask(() => sleep(patienceMs, 'answer'))
    const until = performance.now() + 3 * patienceMs
    while (performance.now() < until);

    expect(await answer).toBe('answer')
    await turn()
    expect(await connection.ask(async () => 'next')).toBe('next')
  },
)

test.skipIf(!redisProgram)('[BUS-2] a Redis that refuses one command is away until it does it again', async () => {
  const redis = await startRedisServer()
  const admin = createClient({ url: redis.url })
  await admin.connect()
  onTestFinished(() => admin.destroy())
  const notices: string[] = []
  const options = { address: parseRedisAddress(redis.url), prefix: 'test:', patienceMs: patience }
  const connection = await RedisConnection.open({ ...options, onNotice: (words) => notices.push(words) })
  onTestFinished(() => connection.close())
  const states: boolean[] = []
  connection.listen((isUp) => states.push(isUp))
  const windows = new RedisWindows(connection)
  const admit = () => windows.take('key', { limit: 9, burst: 9 })
  expect(await admit()).toBe(0)
  const attempts = async () => Number(/total_connections_received:(\d+)/.exec(await admin.info('stats'))?.[1])

  // It answers a ping, and does what is asked of it at the beginning of a connection.
  await admin.sendCommand(['ACL', 'SETUSER', 'default', '-rpush'])
  expect(await admit()).toBeUndefined()
  const before = await attempts()
  await expect.poll(attempts).toBeGreaterThan(before + 3)
  expect(states).toEqual([true, false])
  expect(notices).toHaveLength(1)

  await admin.sendCommand(['ACL', 'SETUSER', 'default', '+rpush'])
  await expect.poll(() => states).toEqual([true, false, true])
  expect(await admit()).toBe(0)
  expect(notices).toHaveLength(2)
})
