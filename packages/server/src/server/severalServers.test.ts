import { createClient } from 'redis'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { RedisSockets } from '#bus/redis/sockets'
import { findEpoch } from '#domain/log/epoch'
import { redisProgram, startRedisServer } from '#testing/database/redisServer'
import { postgres } from '#testing/database/postgres'
import { connectApp } from '#testing/apps/socketModeClient'
import { connectFeedSocket } from '#testing/feed/socket'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import { createSharedDatabase, type TestNode } from '#testing/server/severalServers'
import { setLimits } from '#testing/workspace/settings'
import { scoutFile } from '#testing/workspace/scout'

describe.skipIf(!postgres || !redisProgram)('two servers with one Redis', () => {
  test('[BUS-3] a rate limit holds for both together', async () => {
    const { one, other } = await startTwo(limitedTo(3))
    const outcomes = []
    for (const server of [one, other, one, other, one]) outcomes.push(await server.call('auth.test'))
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    const waits = outcomes.slice(3).map(({ retryAfter }) => Number(retryAfter))
    expect(Math.min(...waits)).toBeGreaterThan(0)
    expect(Math.max(...waits)).toBeLessThanOrEqual(60)
    expect(await one.metric('rivulet_calls_counted_alone_total')).toBe(0)
  })

  test('[BUS-3] of many calls at once as many are admitted as may be', async () => {
    const { one, other } = await startTwo(limitedTo(7))
    const calls = Array.from({ length: 40 }, (_, i) => (i % 2 ? one : other).call('auth.test'))
    const admitted = (await Promise.all(calls)).filter(({ status }) => status === 200)
    expect(admitted.length).toBe(7)
  })

  test('[BUS-3, SES-4] failed attempts to sign in are counted at both together, and a right password does not count', async () => {
    const { one, other } = await startTwo(scoutFile())
    const right = { email: 'ana@acme.example', password: 'correct-horse-battery' }
    for (const server of [one, other, one]) expect(await server.signIn(right)).toBe(204)
    const attempts = []
    for (const server of [one, other, one, other, one, other])
      attempts.push(await server.signIn({ ...right, password: 'wrong' }))
    expect(attempts).toEqual([401, 401, 401, 401, 401, 429])
    expect(await one.signIn(right)).toBe(429)
  })

  test('[BUS-3, ACT-13] the interactions of a person are counted at both together', async () => {
    const { redis, one, other } = await startTwo(scoutFile())
    const client = createClient({ url: redis.url })
    await client.connect()
    onTestFinished(() => client.destroy())
    // As if she had pressed 298 times at a third one.
    const key = `rivulet:${await findEpoch(one.store.db)}:0:calls:interactions:T0ACME/U0ANA`
    await client.rPush(
      key,
      Array.from({ length: 298 }, () => String(Date.now())),
    )
    const press = { channel: place.channel, ts: place.thread_ts, action_id: 'go' }
    const errors = []
    for (const server of [one, other, one, other]) errors.push((await server.act('press', press))['error'])
    expect(errors).toEqual(['action_not_found', 'action_not_found', 'ratelimited', 'ratelimited'])
  })

  test('[BUS-2, BUS-3] while Redis is away each counts alone and says so; when it is back, both count together', async () => {
    const { redis, one, other } = await startTwo(limitedTo(2))
    expect(await statuses([one, other, one, other])).toEqual([200, 200, 429, 429])
    expect(await one.metric('rivulet_bus_up')).toBe(1)

    await redis.stop()
    await expect.poll(() => one.metric('rivulet_bus_up')).toBe(0)
    await expect.poll(() => other.metric('rivulet_bus_up')).toBe(0)
    // Each has admitted one call of its own in this minute.
    expect(await statuses([one, other, one, other])).toEqual([200, 200, 429, 429])
    expect(await one.metric('rivulet_calls_counted_alone_total')).toBe(1)
    expect(one.notices).toEqual([expect.stringMatching(/Until it is there, .* counts limits alone\.$/)])

    await redis.start()
    await expect.poll(() => one.metric('rivulet_bus_up')).toBe(1)
    await expect.poll(() => other.metric('rivulet_bus_up')).toBe(1)
    expect(one.notices.slice(1)).toEqual([expect.stringMatching(/^Redis is there\./)])
    // A minute later: neither would refuse anything alone, and this Redis has begun anew.
    for (const { store } of [one, other]) store.db.clock.advance(60_000)
    expect(await statuses([one, other, one, other])).toEqual([200, 200, 429, 429])
    expect(await one.metric('rivulet_calls_counted_alone_total')).toBe(1)
    for (const { unexpectedErrors } of [one, other]) expect(unexpectedErrors).toEqual([])
  })

  test('[BUS-3] a Redis that hangs delays the calls of that moment only, and then nobody waits for it', async () => {
    const { redis, one } = await startTwo(limitedTo(100), 100)
    expect(await statuses([one])).toEqual([200])
    redis.freeze()
    expect(await statuses([one, one, one])).toEqual([200, 200, 200])
    expect(await one.metric('rivulet_calls_counted_alone_total')).toBeGreaterThan(0)
    await expect.poll(() => one.metric('rivulet_bus_up')).toBe(0)
    expect(one.notices).toEqual([expect.stringContaining('does not answer.')])
    redis.thaw()
    await expect.poll(() => one.metric('rivulet_bus_up')).toBe(1)
  })

  test('[BUS-4] sockets of an app are counted at all servers; the eleventh is turned away', async () => {
    const { one, other } = await startTwo(scoutFile())
    const apps: Awaited<ReturnType<typeof connectApp>>[] = []
    for (let i = 0; i < 10; i++) apps.push(await connectApp((i % 2 ? one : other).url))
    expect(apps.map(({ frames }) => frames[0])).toMatchObject(apps.map((_, i) => ({ num_connections: i + 1 })))
    const eleventh = await connectApp(one.url)
    expect(eleventh.frames[0]).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' })
    await eleventh.closed
    apps[0]?.socket.close()
    await expect.poll(async () => (await connectApp(one.url)).frames[0]).toMatchObject({ num_connections: 10 })
  })

  test('[BUS-4] a server that has stopped, and a Redis that has lost everything, leave no wrong count', async () => {
    const { redis, one, other } = await startTwo(scoutFile())
    await connectApp(one.url)
    const [app] = [await connectApp(other.url), await connectApp(other.url)]
    expect(app.frames[0]).toMatchObject({ num_connections: 2 })
    await redis.stop()
    await expect.poll(() => one.metric('rivulet_bus_up')).toBe(0)
    await redis.start()
    await expect.poll(() => one.metric('rivulet_bus_up')).toBe(1)
    await expect.poll(() => other.metric('rivulet_bus_up')).toBe(1)
    const fourth = await connectApp(one.url)
    await expect.poll(async () => fourth.frames[0]).toMatchObject({ num_connections: 4 })
    await other.stop()
    expect((await connectApp(one.url)).frames[0]).toMatchObject({ num_connections: 3 })
  })

  test('[BUS-4, LIM-1] open pages of a person are counted at all servers; while Redis is away, each counts alone', async () => {
    const { redis, one, other } = await startTwo(scoutFile())
    for (const server of [one, other]) await setLimits(server, { feedsPerPerson: 2 })
    const connect = ({ url }: TestNode, user = 'U0ANA') => connectFeedSocket(url, user)
    const first = await connect(one)
    await connect(other)
    for (const server of [one, other]) await expect(connect(server)).rejects.toThrow('429')
    await connect(one, 'U0BEN')
    first.socket.close()
    await expect.poll(() => connect(other).then(() => 'open', String)).toBe('open')
    await expect(connect(one)).rejects.toThrow('429')

    await redis.stop()
    await expect.poll(() => one.metric('rivulet_bus_up')).toBe(0)
    await connect(one)
    await other.stop()
    await redis.start()
    await expect.poll(() => one.metric('rivulet_bus_up')).toBe(1)
    await connect(one)
    await expect(connect(one)).rejects.toThrow('429')
  })

  test('[BUS-4, EVT-15] a socket that was told to leave gets nothing if the app has another at the other server', async () => {
    const { one, other } = await startTwo(scoutFile())
    const [leaving, staying] = [await connectApp(one.url), await connectApp(other.url)]
    const hasOther = vi.spyOn(RedisSockets.prototype, 'hasOther')
    one.store.db.clock.advance(52_000)
    await leaving.until(() => leaving.frames.some(({ type }) => type === 'disconnect'))
    await expect.poll(() => Promise.all(hasOther.mock.results.map(({ value }) => value))).toContain(true)
    const texts = Array.from({ length: 10 }, (_, i) => `Message ${i}`)
    for (const [i, text] of texts.entries())
      await one.call('chat.postMessage', { channel: i % 2 ? 'C0HELP' : 'D0ANASCOUT', text })
    await staying.until(() => texts.every((text) => staying.messageTexts().includes(text)))
    expect(leaving.messageTexts()).toEqual([])

    // When the other one closes, the one that is left is used until its end.
    staying.socket.close()
    await one.call('chat.postMessage', { channel: 'C0HELP', text: 'To the last' })
    await leaving.until(() => leaving.messageTexts().includes('To the last'))
  })

  test('[BUS-5] a message and a growing stream at one server reach the viewers of the other over Redis', async () => {
    const { one, other } = await startTwo(scoutFile())
    const viewer = await connectViewer(other.url, 'U0ANA')
    await viewer.open(place.channel)
    // The other one does not learn of it by looking.
    other.store.onMoved = () => {}
    await say(one, 'Hello from afar')
    await viewer.until(() => hasSeen(viewer, 'Hello from afar'))
    const { ts } = (await one.call('chat.startStream', { ...place, recipient_user_id: 'U0ANA' })).body
    for (const markdown_text of ['Grow', 'ing ', 'text'])
      await one.call('chat.appendStream', { channel: place.channel, ts, markdown_text })
    await viewer.until(() => viewer.frames.some(({ type }) => type === 'delta'))
    await one.call('chat.stopStream', { channel: place.channel, ts })
    await viewer.until(() => hasSeen(viewer, 'Growing text'))
    for (const { unexpectedErrors } of [one, other]) expect(unexpectedErrors).toEqual([])
  })

  test('[BUS-2, BUS-5] while Redis is away viewers see everything by looking, and over Redis when it is back', async () => {
    const { redis, one, other } = await startTwo(scoutFile())
    const viewer = await connectViewer(other.url, 'U0ANA')
    await viewer.open(place.channel)
    await redis.stop()
    for (const server of [one, other]) await expect.poll(() => server.metric('rivulet_bus_up')).toBe(0)
    await say(one, 'While it is away')
    await viewer.until(() => hasSeen(viewer, 'While it is away'))
    await redis.start()
    for (const server of [one, other]) await expect.poll(() => server.metric('rivulet_bus_up')).toBe(1)
    other.store.onMoved = () => {}
    await say(one, 'When it is back')
    await viewer.until(() => hasSeen(viewer, 'When it is back'))
    const shown = viewer.frames.filter((frame) => frame.type === 'message').map(({ message }) => message.text)
    expect(shown).toEqual(['While it is away', 'When it is back'])
  })

  test('[BUS-6] what one server changes makes the other look at once', async () => {
    const { one, other } = await startTwo(scoutFile())
    expect((await other.call('auth.test')).body).toMatchObject({ ok: true })
    const look = vi.spyOn(other.store, 'look')
    await one.call('auth.revoke')
    await expect.poll(() => look.mock.calls.length).toBeGreaterThan(0)
    await expect.poll(async () => (await other.call('auth.test')).body).toMatchObject({ error: 'token_revoked' })
  })

  async function startTwo(file: string, busPatienceMs?: number) {
    const redis = await startRedisServer()
    const { startServer } = createSharedDatabase()
    const options = { bus: redis.url, file, ...(busPatienceMs === undefined ? {} : { busPatienceMs }) }
    const one = await startServer(options)
    return { redis, one, other: await startServer(options) }
  }
})

/** A workspace whose apps may call auth.test this often. */
function limitedTo(limit: number): string {
  const file = JSON.parse(scoutFile())
  file.teams[0].policies = { ...file.teams[0].policies, rate_limits: { 'auth.test': limit } }
  return JSON.stringify(file)
}

async function statuses(servers: TestNode[]): Promise<number[]> {
  const statuses: number[] = []
  for (const server of servers) statuses.push((await server.call('auth.test')).status)
  return statuses
}

/** A thread of Ana with Scout. */
const place = { channel: 'D0ANASCOUT', thread_ts: '1767225600.000100' }

async function say({ call }: TestNode, text: string): Promise<void> {
  expect((await call('chat.postMessage', { channel: place.channel, text })).body).toMatchObject({ ok: true })
}

function hasSeen({ messages }: TestViewer, text: string): boolean {
  return [...messages.values()].some((message) => message.text === text)
}
