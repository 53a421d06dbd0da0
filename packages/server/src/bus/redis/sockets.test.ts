import { expect, onTestFinished, test } from 'vitest'
import { createClient, type RedisClientType } from 'redis'
import { patience } from '#testing/database/databases'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { parseRedisAddress } from './address.ts'
import { RedisConnection } from './connection.ts'
import { RedisSockets } from './sockets.ts'

test.skipIf(!redisProgram)('[BUS-4] a socket that closes while the connection is cut counts no more', async () => {
  const { url } = await startRedisServer()
  const [one, other] = [await open(url), await open(url)]
  for (const id of ['closing', 'staying']) expect(await one.sockets.add('A1', id, 10)).toBeGreaterThan(0)
  expect(await other.sockets.add('A1', 'new', 10)).toBe(3)

  const closed = new Promise<void>((resolve) => {
    one.connection.listen((isUp) => {
      if (isUp) return
      one.sockets.remove('A1', 'closing')
      resolve()
    })
  })
  const operator = await connectOperator(url)
  await operator.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal'])
  await closed

  await expect.poll(() => [one, other].map(({ connection }) => connection.isUp)).toEqual([true, true])
  await expect.poll(() => other.sockets.add('A1', 'new', 10), { timeout: 20_000 }).toBe(2)
  await expect.poll(async () => (await operator.keys('test:process:*')).length).toBe(2)
  one.sockets.remove('A1', 'staying')
  await expect.poll(() => other.sockets.add('A1', 'new', 10)).toBe(1)
})

test.skipIf(!redisProgram)(
  '[BUS-4] after a late answer, only the socket of which Redis may not know is repeated',
  async () => {
    const { url } = await startRedisServer()
    const { sockets } = await open(url, 100)
    for (let i = 0; i < 50; i++) expect(await sockets.add(`A${i}`, `socket ${i}`, 10)).toBe(1)
    const operator = await connectOperator(url)
    // Every answer takes longer than this process waits for one.
    await operator.sendCommand(['CLIENT', 'PAUSE', '300'])
    expect(await sockets.add('A0', 'late', 10)).toBe(undefined)
    await operator.sendCommand(['CONFIG', 'RESETSTAT'])

    await expect.poll(() => timesOf(operator, 'set')).toBeGreaterThan(2) // it has said that it is alive
    expect(await timesOf(operator, 'hset')).toBeLessThan(5)
    expect(await sockets.add('A0', 'third', 10)).toBe(3)
  },
)

/** How often this command was executed. */
async function timesOf(operator: RedisClientType, command: string): Promise<number> {
  const found = new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await operator.info('commandstats'))
  return Number(found?.[1] ?? 0)
}

async function connectOperator(url: string): Promise<RedisClientType> {
  const operator: RedisClientType = createClient({ url })
  await operator.connect()
  onTestFinished(() => operator.destroy())
  return operator
}

async function open(url: string, patienceMs = patience) {
  const options = { address: parseRedisAddress(url), prefix: 'test:', patienceMs, onNotice: () => {} }
  const connection = await RedisConnection.open(options)
  const sockets = new RedisSockets(connection)
  sockets.start()
  onTestFinished(async () => {
    await sockets.stop()
    connection.close()
  })
  return { connection, sockets }
}
