import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { parseRedisAddress } from './address.ts'
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
