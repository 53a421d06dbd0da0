import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { connectApp, socketUrl } from '#testing/apps/socketModeClient'
import { startSocketServer } from '#testing/apps/socketServer'

test('[EVT-5] a socket is sent hello, and then messages in envelopes of the Events API', async () => {
  const server = await startSocketServer()
  const app = await connectApp(server.url)
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
  const found = await server.request(
    'GET',
    '/control/wait?kind=delivery&app=A0SCOUT&event=message&outcome=acknowledged',
  )
  expect(found.body).toMatchObject({ kind: 'delivery', team: 'T0ACME', channel: 'C0HELP', event: { text: 'Hello' } })
})

test('[EVT-5] a ticket opens one socket within 30 seconds', async () => {
  const server = await startSocketServer()
  const used = await socketUrl(server.url)
  await connectApp(server.url, { address: used })
  const old = await socketUrl(server.url)
  server.store.db.clock.advance(30_000)
  for (const address of [used, old, used.replace(/ticket=[^&]*/, 'ticket=none'), used.replace(/\?.*/, '')])
    expect(await refusalStatus(address)).toBe(401)
  server.store.db.clock.reset()
})

test('[EVT-6] events from while no socket was open are delivered in order when one opens', async () => {
  const server = await startSocketServer()
  for (const text of ['one', 'two', 'three']) await server.say(text)
  await expect.poll(server.waiting).toBe(3)
  const app = await connectApp(server.url)
  await app.until(() => app.envelopes().length === 3)
  expect(app.messageTexts()).toEqual(['one', 'two', 'three'])
  expect(app.envelopes().every((envelope) => envelope.retry_attempt === 0)).toBe(true)
})

test('[EVT-6] an unacknowledged event is sent again at once, after one minute and after five, and then no more', async () => {
  const server = await startSocketServer()
  const app = await connectApp(server.url, { acks: false })
  await server.say('Hm')
  const came = async (count: number) => {
    await app.until(() => app.envelopes().length === count)
    return app.envelopes().at(-1)!
  }
  const first = await came(1)
  server.store.db.clock.advance(3000)
  const second = await came(2)
  server.store.db.clock.advance(3000)
  await expect.poll(server.outcomes).toContain('1 timeout')
  server.store.db.clock.advance(59_000)
  await expect(countAfterPause(app.envelopes)).resolves.toBe(2)
  server.store.db.clock.advance(1000)
  const third = await came(3)
  server.store.db.clock.advance(3000)
  await expect.poll(server.outcomes).toContain('2 timeout')
  server.store.db.clock.advance(300_000)
  const fourth = await came(4)
  server.store.db.clock.advance(3000)
  await expect.poll(server.outcomes).toContain('3 given_up')
  expect(await server.waiting()).toBe(0)
  const tried = [0, 1, 2, 3].flatMap((n) => [`${n} sent`, `${n} timeout: Not acknowledged within 3000 ms.`])
  expect(await server.reasons()).toEqual([...tried, '3 given_up: All 4 attempts failed.'])
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

test('[EVT-6] an acknowledgement counts if it is late, has a payload or is repeated', async () => {
  const server = await startSocketServer()
  const app = await connectApp(server.url, { acks: false })
  await server.say('Hm')
  await app.until(() => app.envelopes().length === 1)
  const [first] = app.envelopes()
  server.store.db.clock.advance(3000)
  await app.until(() => app.envelopes().length === 2)
  app.ack(first!, {})
  app.ack(first!, {})
  await expect.poll(server.waiting).toBe(0)
  server.store.db.clock.advance(400_000)
  await expect(countAfterPause(app.envelopes)).resolves.toBe(2)
  expect(app.socket.readyState).toBe(WebSocket.OPEN)
  const late = '0 timeout: Not acknowledged within 3000 ms.'
  expect(await server.reasons()).toEqual(['0 sent', late, '1 sent', '0 acknowledged'])
})

test('[EVT-6] unacknowledged events of a broken socket are sent on the next, with the same event_id', async () => {
  const server = await startSocketServer()
  const broken = await connectApp(server.url, { acks: false })
  await server.say('one')
  await server.say('two')
  await broken.until(() => broken.envelopes().length === 2)
  broken.socket.terminate()
  await expect.poll(server.outcomes).toContain('0 connection_failed')
  await server.say('three')
  const app = await connectApp(server.url)
  await app.until(() => app.envelopes().length === 3)
  expect(app.messageTexts()).toEqual(['one', 'two', 'three'])
  expect(app.envelopes().map((one) => `${one.retry_attempt} ${one.retry_reason}`)).toEqual([
    '1 connection_failed',
    '1 connection_failed',
    '0 ',
  ])
  const ids = (of: typeof app) => of.envelopes().map(({ payload }) => payload['event_id'])
  expect(ids(app).slice(0, 2)).toEqual(ids(broken))
  await expect.poll(server.waiting).toBe(0)
  const reasons = await server.reasons()
  const broke = '0 connection_failed: The socket broke off without a close frame.'
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

test('[EVT-6] an event that no app takes within an hour is dropped', async () => {
  const server = await startSocketServer()
  await server.say('Hm')
  await expect.poll(server.waiting).toBe(1)
  server.store.db.clock.advance(3_600_000)
  await expect.poll(server.waiting).toBe(0)
})

/** Counts the items after a pause that is long enough for unwanted ones to arrive. */
async function countAfterPause(of: () => unknown[]): Promise<number> {
  await new Promise((done) => setTimeout(done, 700))
  return of().length
}

function refusalStatus(address: string): Promise<number | undefined> {
  return new Promise((done) => {
    const socket = new WebSocket(address)
    socket.on('unexpected-response', (_request, response) => done(response.statusCode))
    socket.on('open', () => done(undefined))
    socket.on('error', () => {})
  })
}
