import { expect, onTestFinished, test } from 'vitest'
import { createClient } from 'redis'
import { patience } from '#testing/database/databases'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { parseRedisAddress } from './address.ts'
import { RedisConnection } from './connection.ts'
import { RedisSockets } from './sockets.ts'

test.skipIf(!redisProgram)('[BUS-4] a socket that closes while the connection is cut counts no more', async () => {
  const { url } = await startRedisServer()
  const [one, other] = [await open(), await open()]
  for (const id of ['closing', 'staying']) expect(await one.sockets.add('A1', id, 10)).toBeGreaterThan(0)
  expect(await other.sockets.add('A1', 'new', 10)).toBe(3)

  const closed = new Promise<void>((resolve) => {
    one.connection.listen((isUp) => {
      if (isUp) return
      one.sockets.remove('A1', 'closing')
      resolve()
    })
  })
  const operator = createClient({ url })
  await operator.connect()
  onTestFinished(() => operator.destroy())
  await operator.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal'])
  await closed

  await expect.poll(() => [one, other].map(({ connection }) => connection.isUp)).toEqual([true, true])
  await expect.poll(() => other.sockets.add('A1', 'new', 10), { timeout: 20_000 }).toBe(2)
  await expect.poll(async () => (await operator.keys('test:process:*')).length).toBe(2)
  one.sockets.remove('A1', 'staying')
  await expect.poll(() => other.sockets.add('A1', 'new', 10)).toBe(1)

  async function open() {
    const options = { address: parseRedisAddress(url), prefix: 'test:', patienceMs: patience, onNotice: () => {} }
    const connection = await RedisConnection.open(options)
    const sockets = new RedisSockets(connection)
    sockets.start()
    onTestFinished(async () => {
      await sockets.stop()
      connection.close()
    })
    return { connection, sockets }
  }
})
