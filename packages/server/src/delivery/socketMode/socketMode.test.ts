import { expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { resetClock, turnClock } from '#domain/clock'
import { revoke } from '#methods/auth/revoke'
import { callsOf } from '#testing/calls/calls'
import { anAppClient, socketUrl } from '#testing/apps/socketModeClient'
import { attemptsOf } from '#testing/apps/attempts'
import { aServer } from '#testing/server/server'
import { appToken, socketApp } from '#testing/workspace/scout'

async function aSocketServer() {
  const server = await aServer({ file: socketApp({ events: ['message.channels', 'message.im', 'app_mention'] }) })
  return {
    ...server,
    say: async (text: string, channel = 'C0HELP', thread_ts?: string) =>
      (await server.ask('POST', '/control/say', { team: 'T0ACME', user: 'U0ANA', channel, text, thread_ts })).body[
        'ts'
      ],
    waiting: async () => (await server.store.db.selectFrom('deliveries').selectAll().orderBy('seq').execute()).length,
    ...attemptsOf(server),
  }
}

test('[EVT-5] a socket is greeted, and told of what people write in an envelope of the Events API', async () => {
  const server = await aSocketServer()
  const app = await anAppClient(server.url)
  expect(app.frames[0]).toEqual({
    type: 'hello',
    num_connections: 1,
    debug_info: { host: expect.any(String), approximate_connection_time: 18_000 },
    connection_info: { app_id: 'A0SCOUT' },
  })
  const ts = await server.say('Hello')
  await app.until(() => app.envelopes().length === 1)
  expect(app.envelopes()[0]).toEqual({
    envelope_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'events_api',
    accepts_response_payload: false,
    retry_attempt: 0,
    retry_reason: '',
    payload: {
      token: expect.stringMatching(/^\w{24}$/),
      team_id: 'T0ACME',
      context_team_id: 'T0ACME',
      context_enterprise_id: null,
      api_app_id: 'A0SCOUT',
      event: expect.objectContaining({ type: 'message', text: 'Hello', ts, channel: 'C0HELP' }),
      type: 'event_callback',
      event_id: expect.stringMatching(/^Ev[A-Z0-9]{10}$/),
      event_time: expect.any(Number),
      authorizations: [
        { enterprise_id: null, team_id: 'T0ACME', user_id: 'U0SCOUT', is_bot: true, is_enterprise_install: false },
      ],
      is_ext_shared_channel: false,
      event_context: expect.stringMatching(/^4-/),
    },
  })
  await expect.poll(server.waiting).toBe(0)
  expect(await server.outcomes()).toEqual(['0 sent', '0 acknowledged'])
  const found = await server.ask('GET', '/control/wait?kind=delivery&app=A0SCOUT&event=message&outcome=acknowledged')
  expect(found.body).toMatchObject({ kind: 'delivery', team: 'T0ACME', channel: 'C0HELP', event: { text: 'Hello' } })
})

test('[EVT-5] a ticket opens one socket, for 30 seconds', async () => {
  const server = await aSocketServer()
  const used = await socketUrl(server.url)
  await anAppClient(server.url, { address: used })
  const old = await socketUrl(server.url)
  turnClock(30_000)
  for (const address of [used, old, used.replace(/ticket=[^&]*/, 'ticket=none'), used.replace(/\?.*/, '')])
    expect(await refusal(address)).toBe(401)
  resetClock()
})

test('[EVT-6] what happened while no socket was open comes when one is, in order', async () => {
  const server = await aSocketServer()
  for (const text of ['one', 'two', 'three']) await server.say(text)
  await expect.poll(server.waiting).toBe(3)
  const app = await anAppClient(server.url)
  await app.until(() => app.envelopes().length === 3)
  expect(app.texts()).toEqual(['one', 'two', 'three'])
  expect(app.envelopes().every((envelope) => envelope.retry_attempt === 0)).toBe(true)
})

test('[EVT-6] what is not acknowledged comes again at once, after a minute and after five, and then no more', async () => {
  const server = await aSocketServer()
  const app = await anAppClient(server.url, { acks: false })
  await server.say('Hm')
  const came = async (count: number) => {
    await app.until(() => app.envelopes().length === count)
    return app.envelopes().at(-1)!
  }
  const first = await came(1)
  turnClock(3000)
  const second = await came(2)
  turnClock(3000)
  await expect.poll(server.outcomes).toContain('1 timeout')
  turnClock(59_000)
  await expect(quiet(app.envelopes)).resolves.toBe(2)
  turnClock(1000)
  const third = await came(3)
  turnClock(3000)
  await expect.poll(server.outcomes).toContain('2 timeout')
  turnClock(300_000)
  const fourth = await came(4)
  turnClock(3000)
  await expect.poll(server.outcomes).toContain('3 given_up')
  expect(await server.waiting()).toBe(0)
  const tried = [0, 1, 2, 3].flatMap((n) => [`${n} sent`, `${n} timeout: Not acknowledged within 3000 ms.`])
  expect(await server.reasons()).toEqual([...tried, '3 given_up: Tried 4 times in vain.'])
  const all = [first, second, third, fourth]
  expect(all.map((one) => [one.retry_attempt, one.retry_reason])).toEqual([
    [0, ''],
    [1, 'timeout'],
    [2, 'timeout'],
    [3, 'timeout'],
  ])
  expect(new Set(all.map(({ payload }) => payload['event_id'])).size).toBe(1)
  expect(new Set(all.map(({ envelope_id }) => envelope_id)).size).toBe(4)
})

test('[EVT-6] an acknowledgement that comes late, with a payload or twice, is one', async () => {
  const server = await aSocketServer()
  const app = await anAppClient(server.url, { acks: false })
  await server.say('Hm')
  await app.until(() => app.envelopes().length === 1)
  const [first] = app.envelopes()
  turnClock(3000)
  await app.until(() => app.envelopes().length === 2)
  app.ack(first!, {})
  app.ack(first!, {})
  await expect.poll(server.waiting).toBe(0)
  turnClock(400_000)
  await expect(quiet(app.envelopes)).resolves.toBe(2)
  expect(app.socket.readyState).toBe(WebSocket.OPEN)
  const late = '0 timeout: Not acknowledged within 3000 ms.'
  expect(await server.reasons()).toEqual(['0 sent', late, '1 sent', '0 acknowledged'])
})

test('[EVT-6] what a socket had when it broke comes again on the next, with the same event_id', async () => {
  const server = await aSocketServer()
  const broken = await anAppClient(server.url, { acks: false })
  await server.say('one')
  await server.say('two')
  await broken.until(() => broken.envelopes().length === 2)
  broken.socket.terminate()
  await expect.poll(server.outcomes).toContain('0 connection_failed')
  await server.say('three')
  const app = await anAppClient(server.url)
  await app.until(() => app.envelopes().length === 3)
  expect(app.texts()).toEqual(['one', 'two', 'three'])
  expect(app.envelopes().map((one) => `${one.retry_attempt} ${one.retry_reason}`)).toEqual([
    '1 connection_failed',
    '1 connection_failed',
    '0 ',
  ])
  const ids = (of: typeof app) => of.envelopes().map(({ payload }) => payload['event_id'])
  expect(ids(app).slice(0, 2)).toEqual(ids(broken))
  await expect.poll(server.waiting).toBe(0)
  const reasons = await server.reasons()
  const broke = '0 connection_failed: The socket broke off, without a close frame.'
  expect(reasons.slice(0, 4)).toEqual(['0 sent', '0 sent', broke, broke])
  expect(reasons.slice(4).toSorted()).toEqual([
    '0 acknowledged',
    '0 sent',
    '1 acknowledged',
    '1 acknowledged',
    '1 sent',
    '1 sent',
  ])
})

test('[EVT-6] what nobody comes for in an hour is not told any more', async () => {
  const server = await aSocketServer()
  await server.say('Hm')
  await expect.poll(server.waiting).toBe(1)
  turnClock(3_600_000)
  await expect.poll(server.waiting, { timeout: 8000 }).toBe(0)
})

test('[EVT-7] of several sockets one is told; the eleventh is turned away', async () => {
  const server = await aSocketServer()
  const apps: Awaited<ReturnType<typeof anAppClient>>[] = []
  for (let i = 0; i < 10; i++) apps.push(await anAppClient(server.url))
  expect(apps.map(({ frames }) => frames[0])).toMatchObject(apps.map((_, i) => ({ num_connections: i + 1 })))
  const eleventh = await anAppClient(server.url)
  expect(eleventh.frames[0]).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' })
  expect(await eleventh.closed).toEqual({ code: 4009, reason: 'too_many_websockets' })
  for (let i = 0; i < 20; i++) await server.say(`Message ${i}`)
  await expect.poll(() => apps.flatMap(({ texts }) => texts()).length).toBe(20)
  expect(new Set(apps.flatMap(({ texts }) => texts())).size).toBe(20)
})

test('[EVT-7] a conversation stays with the socket that has what came before', async () => {
  const server = await aSocketServer()
  const apps = [await anAppClient(server.url, { acks: false }), await anAppClient(server.url, { acks: false })]
  for (let i = 0; i < 6; i++) await server.say(`${i}`, i % 2 ? 'C0HELP' : 'D0ANASCOUT')
  await expect.poll(() => apps.flatMap(({ texts }) => texts()).length).toBe(6)
  expect(apps.map(({ texts }) => texts().join()).toSorted()).toEqual(['0,2,4', '1,3,5'])
})

test.each([
  ['not_json', '{', 4000],
  ['not_an_acknowledgement', '{"type":"pong"}', 4001],
  ['not_an_acknowledgement', '[]', 4001],
])('[EVT-7] a socket that sends what is no acknowledgement is closed: %s', async (reason, text, code) => {
  const server = await aSocketServer()
  const [bad, good] = [await anAppClient(server.url), await anAppClient(server.url)]
  bad.socket.send(text)
  expect(await bad.closed).toEqual({ code, reason })
  await server.say('Hello')
  await good.until(() => good.texts().includes('Hello'))
  expect(server.defects).toEqual([])
})

test("[EVT-7] another app's envelope is not acknowledged, and a flood closes the socket that makes it", async () => {
  const server = await aSocketServer()
  const [bad, good] = [await anAppClient(server.url), await anAppClient(server.url)]
  for (let i = 0; i < 201; i++) bad.ack({ envelope_id: `none-${i}` })
  expect(await bad.closed).toEqual({ code: 4004, reason: 'too_many_frames' })
  await server.say('Hello')
  await good.until(() => good.texts().includes('Hello'))
})

test('[EVT-7] a socket that takes nothing is given no more than a hundred, and others get what comes', async () => {
  const server = await aSocketServer()
  const slow = await anAppClient(server.url, { acks: false })
  for (let i = 0; i < 130; i++) await server.say(`${i}`)
  await expect.poll(() => slow.envelopes().length).toBe(100)
  const good = await anAppClient(server.url)
  await server.say('Elsewhere', 'D0ANASCOUT')
  slow.socket.terminate()
  await good.until(() => new Set(good.texts()).size === 131)
})

test('[EVT-7] a socket ends with the token that asked for it', async () => {
  const server = await aSocketServer()
  const app = await anAppClient(server.url)
  await callsOf(server.url, server.defects).call(revoke, {}, { token: appToken })
  expect(await app.closed).toEqual({ code: 4010, reason: 'link_disabled' })
  expect(app.frames.at(-1)).toMatchObject({ type: 'disconnect', reason: 'link_disabled' })
})

test('[EVT-7] the server answers pings, and pings itself', async () => {
  const server = await aSocketServer()
  const app = await anAppClient(server.url)
  const [pinged, ponged] = [vi.fn<() => void>(), vi.fn<() => void>()]
  app.socket.on('ping', pinged).on('pong', ponged)
  app.socket.ping('Ping from client (1)')
  turnClock(10_000)
  await expect.poll(() => [pinged.mock.calls.length, ponged.mock.calls.length]).toEqual([1, 1])
})

test('[EVT-7] a server that goes down says so, and takes what is acknowledged meanwhile', async () => {
  const server = await aSocketServer()
  const app = await anAppClient(server.url, { acks: false })
  await server.say('Hm')
  await app.until(() => app.envelopes().length === 1)
  const ended = server.end()
  await app.until(() => app.frames.some((frame) => frame.type === 'disconnect'))
  app.ack(app.envelopes()[0]!)
  expect(await app.closed).toEqual({ code: 1012, reason: 'restarting' })
  await ended
  const said = app.frames.filter((frame) => frame.type === 'disconnect').map(({ reason }) => reason)
  expect(said).toEqual(['warning', 'refresh_requested'])
})

/** How many there are after a while in which more would have come. */
async function quiet(of: () => unknown[]): Promise<number> {
  await new Promise((done) => setTimeout(done, 700))
  return of().length
}

function refusal(address: string): Promise<number | undefined> {
  return new Promise((done) => {
    const socket = new WebSocket(address)
    socket.on('unexpected-response', (_request, response) => done(response.statusCode))
    socket.on('open', () => done(undefined))
    socket.on('error', () => {})
  })
}
