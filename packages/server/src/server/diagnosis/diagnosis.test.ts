import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createClient } from 'redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { startHttpApp } from '#testing/apps/httpApp'
import { postgres } from '#testing/database/postgres'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { createTempDirectory } from '#testing/server/command'
import { startServer } from '#testing/server/server'
import { createSharedDatabase } from '#testing/server/severalServers'
import { checkApp } from './apps.ts'
import { diagnose } from './diagnose.ts'
import { checkDataDirectory, checkSpace, checkSync } from './disk.ts'
import { checkClock, checkNode, checkPort } from './machine.ts'
import { checkPostgres, checkPublicUrl, checkRedis } from './services.ts'

const secret = 'scout-signing-secret-0123456789'
const scout = { id: 'A0SCOUT', name: 'Scout', signingSecret: secret, socketMode: false, dev: true }

describe('what rivulet doctor looks at', () => {
  test('the app: whether it answers a challenge, and refuses one that somebody else has signed', async () => {
    const app = await startHttpApp(secret)
    const check = (more: object = {}) => checkApp({ ...scout, eventsUrl: app.url, ...more }, ['loopback'])
    expect(await check()).toMatchObject({
      name: 'app Scout',
      state: 'warning',
      todo: expect.stringContaining('SIGNING'),
    })

    app.answerChallengesWith((response, { body, signed }) => {
      response.statusCode = signed ? 200 : 401
      response.end(JSON.stringify({ challenge: body['challenge'] }))
    })
    expect(await check()).toMatchObject({ state: 'ok', found: `${app.url} answers, and refuses a wrong signature` })
    expect(await check({ signingSecret: 'another' })).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('answers 401'),
      todo: expect.stringContaining('rivulet env'),
    })
    app.answerChallengesWith((response) => response.end('Hello'))
    expect(await check()).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('does not answer with the challenge'),
    })
    await app.stop()
    expect(await check()).toMatchObject({ state: 'failed', found: expect.stringContaining('cannot be reached') })
    expect(await check({ socketMode: true })).toMatchObject({ state: 'skipped' })
  })

  test('the machine: Node, the port, the clock', async () => {
    expect(checkNode()).toMatchObject({ state: 'ok' })
    expect(checkNode({ ...process.versions, sqlite: '3.49.1' })).toMatchObject({ state: 'failed' })
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    expect(await checkPort({ host: '127.0.0.1', port }, undefined)).toMatchObject({
      state: 'failed',
      found: `${port} of 127.0.0.1 is in use`,
    })
    expect(await checkPort({ host: '127.0.0.1', port: 0 }, undefined)).toMatchObject({ state: 'ok' })
    expect(await checkPort({ host: '203.0.113.1', port: 7070 }, undefined)).toMatchObject({ state: 'failed' })
    const off = (by: number) => checkClock([{ name: 'Redis', now: 1000 + by, asked: 1000 }])
    expect([off(10).state, off(-30_000).state, off(7_200_000).state]).toEqual(['ok', 'warning', 'failed'])
    expect(off(-30_000).found).toBe('Redis is 30.0 s behind this machine')
  })

  test('the disk: whether it can be written to, its room, its sync', () => {
    const directory = createTempDirectory()
    expect(checkDataDirectory(directory)).toMatchObject({ state: 'ok', found: directory })
    expect(checkDataDirectory(`${directory}/new/deep`)).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('can be made'),
    })
    expect(checkSpace(directory).found).toMatch(/^[\d.]+ GiB free at /)
    expect(checkSync(directory)).toMatchObject({ name: 'sync', found: expect.stringMatching(/ ms at /) })
    expect(checkSync('/proc')).toMatchObject({ state: 'failed' })
  })

  test('the services: what is not used is skipped, and what does not answer is named without its password', async () => {
    const [postgres, redis] = await Promise.all([
      checkPostgres('postgres://rivulet:geheim@127.0.0.1:1/rivulet'),
      checkRedis('redis://:geheim@127.0.0.1:1'),
    ])
    for (const { checks } of [postgres, redis]) {
      expect(checks).toMatchObject([{ state: 'failed', todo: expect.any(String) }])
      expect(JSON.stringify(checks)).not.toContain('geheim')
    }
    expect((await checkPostgres(undefined)).checks).toMatchObject([{ state: 'skipped' }])
    expect(await checkPublicUrl('http://127.0.0.1:1', true)).toMatchObject({ state: 'failed' })
    expect(await checkPublicUrl('http://127.0.0.1:1', false)).toMatchObject({ state: 'warning' })
    const database = process.env['TEST_POSTGRES_URL']
    if (database !== undefined) expect((await checkPostgres(database)).clock).toMatchObject({ name: 'PostgreSQL' })
  })

  test.skipIf(!postgres)('the server of a PostgreSQL database: by its port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const app = await startHttpApp(secret)
    const appAt = { ...scout, eventsUrl: app.url, dev: false }
    const look = async (port: string | number) => {
      const settings = { store: postgres, key: 'key', data: createTempDirectory(), port: Number(port) }
      const checks = await diagnose(readConfig(settings, {}), async () => [appAt])
      return ['port', 'app Scout'].map((name) => checks.find((check) => check.name === name))
    }

    const dev = await startServer()
    expect(await look(new URL(dev.url).port)).toMatchObject([
      { state: 'ok', found: `a server runs at ${dev.url}` },
      // It is asked, and does not take the answer.
      { found: expect.not.stringContaining('cannot be reached') },
    ])
    const served = await startServer({ dev: false })
    const unreached = { state: 'failed', found: expect.stringContaining('cannot be reached') }
    expect(await look(new URL(served.url).port)).toMatchObject([{ state: 'ok' }, unreached])
    other.on('connection', (socket) => socket.end('SSH-2.0\r\n'))
    const { port } = other.address() as AddressInfo
    expect(await look(port)).toMatchObject([{ state: 'failed', found: `${port} of 127.0.0.1 is in use` }, unreached])
  })

  test.skipIf(!postgres || !redisProgram)(
    '[BUS-1] Redis: under the names of the database, as a server does',
    async () => {
      const { schema, startServer: startOnPostgres } = createSharedDatabase()
      const redis = await startRedisServer()
      await startOnPostgres({ bus: redis.url })
      const url = new URL(postgres ?? '')
      url.searchParams.set('options', `-csearch_path=${schema}`)
      const { epoch = '' } = await checkPostgres(url.href)
      const admin = createClient({ url: redis.url })
      await admin.connect()
      onTestFinished(() => admin.destroy())
      const names = `rivulet:${epoch}:0:*`
      const rights = ['on', '>secret', `~${names}`, `&${names}`, '+@all', '-@dangerous']
      await admin.sendCommand(['ACL', 'SETUSER', 'rivulet', ...rights])

      const bus = redis.url.replace('//', '//rivulet:secret@')
      expect((await checkRedis(bus, epoch)).checks).toMatchObject([{ state: 'ok' }])
      expect((await checkRedis(bus, undefined)).checks).toMatchObject([
        { state: 'failed', found: expect.stringContaining('It needs the rights ~rivulet:* ') },
      ])
    },
  )
})
