import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withoutBus } from '#server/openBus'
import { runCommand } from '#testing/server/command'
import { makeSchema } from '#testing/database/makeSchema'
import { postgres } from '#testing/database/postgres'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'

const password = 'hunter2-is-secret'
const serve = ['serve', '--port', '0', '--json']

test('[BUS-1] one process needs no bus', async () => {
  const { code, out, err } = await runCommand([...serve, '--bus', `redis://:${password}@127.0.0.1`]).ended
  expect([code, out]).toEqual([2, ''])
  expect(err).toBe(
    'rivulet: --bus needs --store postgres://…: it connects several processes on one database. One process needs none.\n',
  )
})

test('[BUS-1] an address that cannot be one is wrong usage, and its password is not repeated', async () => {
  for (const args of [['--bus', `redis://ana:${password}@cache/chat`], []]) {
    const env = { RIVULET_BUS: `redis://ana:${password}@cache/chat` }
    const { code, err } = await runCommand([...serve, ...args], { env }).ended
    expect(code).toBe(2)
    expect(err).toContain('the last part is the number of a database in Redis; its value is not repeated')
    const { out } = await runCommand(['config'], { env: { RIVULET_BUS: `redis://ana:${password}@cache` } }).ended
    expect(out).toContain('redis://ana:***@cache  (RIVULET_BUS)')
  }
})

describe.skipIf(!postgres || !redisProgram)('[BUS-1] a server with PostgreSQL', () => {
  test.each([
    [
      'wants a password',
      () => '',
      /wants a password\. Put it into the address of --bus: redis:\/\/:password@host:port\.$/,
    ],
    [
      'does not know the password',
      () => `:no-${password}@`,
      /does not let the user default in: the user or the password is wrong/,
    ],
    [
      'does not know the user',
      () => `ana:${password}@`,
      /does not let the user ana in: the user or the password is wrong/,
    ],
  ])('is refused by a Redis that %s', async (_why, credentials, words) => {
    const redis = await startRedisServer('--requirepass', password)
    const { code, out, err } = await startWith(redis.url.replace('//', `//${credentials()}`))
    expect([code, out]).toEqual([1, ''])
    expect(err.trim()).toMatch(words)
    expect(err).not.toContain(password)
  })

  test('is refused by a Redis without that database, by a copy, and where it has no rights', async () => {
    const redis = await startRedisServer(
      '--replicaof',
      '127.0.0.1',
      '1',
      '--user',
      'ben',
      'on',
      '>x',
      '~*',
      '&*',
      '+ping',
    )
    expect((await startWith(`${redis.url}/99`)).err).toMatch(/has no database 99\. Correct the number at the end/)
    expect((await startWith(redis.url)).err).toMatch(/is a copy that can only be read\. Name the one that it copies/)
    const { code, err } = await startWith(redis.url.replace('//', '//ben:x@'))
    expect(code).toBe(1)
    expect(err).toMatch(
      /The user ben of Redis may not do what this server needs: .*~rivulet:[\w-]+:0:\* &rivulet:[\w-]+:0:\*/,
    )
  })

  test('is refused if what listens there is no Redis', async () => {
    const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
    await once(web, 'listening')
    onTestFinished(() => void web.close())
    const address = web.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await startWith(`redis://127.0.0.1:${port}`)).toMatchObject({
      code: 1,
      err: `rivulet: What listens at 127.0.0.1:${port} is no Redis. Correct the address in --bus.\n`,
    })
  })

  test('[BUS-2] starts without a Redis that is only away, and says so; takes its password from the environment', async () => {
    const redis = await startRedisServer('--requirepass', password)
    await redis.stop()
    const env = { RIVULET_BUS: redis.url.replace('//', `//:${password}@`) }
    const server = runCommand([...serve, ...(await onPostgres())], { env })
    expect(await server.ready()).toMatchObject({ ready: true })
    expect(server.output().err).toBe(
      `rivulet: Nothing listens at 127.0.0.1:${redis.port}, where Redis should be. Start it, or correct the address in --bus. ` +
        'Until it is there, this process sees what others have done up to half a second late, and counts limits alone.\n',
    )
    await redis.start()
    const lines = () => server.output().err.trimEnd().split('\n').slice(1)
    await expect.poll(lines).toHaveLength(1)
    // [OPS-14] What is said after the start is for those who collect the log.
    expect(JSON.parse(lines()[0] ?? '')).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      text: expect.stringMatching(/^Redis is there\./),
    })
    expect(await server.stop()).toMatchObject({ code: 0 })
    expect(server.output().err).not.toContain(password)
  })

  test('[BUS-2] says at its start that it looks for other processes, if it has no bus', async () => {
    const server = runCommand([...serve, ...(await onPostgres())])
    await server.ready()
    expect(await server.stop()).toMatchObject({
      code: 0,
      err: `rivulet: ${withoutBus}\n`,
    })
  })
})

/** Starts a server that ends by itself. */
async function startWith(bus: string) {
  return runCommand([...serve, ...(await onPostgres()), '--bus', bus]).ended
}

async function onPostgres(): Promise<string[]> {
  return ['--store', await makeSchema(), '--key', 'key']
}
