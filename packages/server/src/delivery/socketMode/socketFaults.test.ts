import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { start } from '#server/start'
import { connectApp, socketUrl } from '#testing/apps/socketModeClient'
import { createTempDirectory } from '#testing/server/command'
import { attemptsOf } from '#testing/apps/attempts'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'
import { workspaceFile } from '#testing/workspace/workspace'
import { stopClock } from '#testing/workspace/stopClock'

const minute = 60_000
const hour = 60 * minute
const events = ['message.channels', 'message.im']

async function startSocketServer(file = scoutFile({ events })) {
  const server = await startServer({ file })
  // Before the server stops, time goes on.
  stopClock()
  onTestFinished(() => server.store.db.clock.reset())
  return {
    ...server,
    say: async (text: string, channel = 'C0HELP') =>
      (await server.request('POST', '/control/say', { team: 'T0ACME', user: 'U0ANA', channel, text })).body['ts'],
    waiting: async () => (await server.store.db.selectFrom('deliveries').selectAll().execute()).length,
    ...attemptsOf(server),
  }
}

test("[EVT-15] an old socket is warned, told to leave and closed; new events go to the app's other socket", async () => {
  const server = await startSocketServer()
  const old = await connectApp(server.url)
  server.store.db.clock.advance(4 * hour)
  const young = await connectApp(server.url)
  server.store.db.clock.advance(hour - 11_000)
  await expect(waitAndRead(() => reasons(old))).resolves.toEqual([])
  server.store.db.clock.advance(1000)
  await expect.poll(() => reasons(old)).toEqual(['warning'])
  for (const channel of ['C0HELP', 'D0ANASCOUT']) await server.say('Hello', channel)
  await expect.poll(() => young.messageTexts()).toEqual(['Hello', 'Hello'])
  server.store.db.clock.advance(10_000)
  await expect.poll(() => reasons(old)).toEqual(['warning', 'refresh_requested'])
  expect(old.socket.readyState).toBe(old.socket.OPEN)
  server.store.db.clock.advance(10_000)
  expect(await old.closed).toEqual({ code: 1000, reason: 'refreshed' })
  expect([old.messageTexts(), reasons(young)]).toEqual([[], []])
})

test('[EVT-15] events from the gap between two sockets are delivered on the second, in order', async () => {
  const server = await startSocketServer()
  const old = await connectApp(server.url)
  server.store.db.clock.advance(5 * hour - 10_000)
  await expect.poll(() => reasons(old)).toEqual(['warning'])
  old.socket.close(1000)
  await old.closed
  for (const text of ['one', 'two']) await server.say(text)
  await expect.poll(server.waiting).toBe(2)
  server.store.db.clock.advance(5000)
  const next = await connectApp(server.url)
  await expect.poll(next.messageTexts).toEqual(['one', 'two'])
  expect(next.envelopes().map(({ retry_attempt }) => retry_attempt)).toEqual([0, 0])
})

test('[EVT-6] an acknowledgement after 2.9 seconds is in time, one after 3.1 seconds is late', async () => {
  const server = await startSocketServer()
  const app = await connectApp(server.url, { acks: false })
  await server.say('slow')
  await app.until(() => app.envelopes().length === 1)
  server.store.db.clock.advance(2900)
  await waitAndRead(() => 0)
  app.ack(app.envelopes()[0]!)
  await expect.poll(server.reasons).toEqual(['0 sent', '0 acknowledged'])
  expect((await server.journal()).at(-1)).toMatchObject({ took_ms: 2900 })
  await server.say('slower')
  await app.until(() => app.envelopes().length === 2)
  server.store.db.clock.advance(3100)
  await app.until(() => app.envelopes().length === 3)
  const [, second, third] = app.envelopes()
  expect(third).toMatchObject({ retry_attempt: 1, retry_reason: 'timeout' })
  expect(third?.payload['event_id']).toBe(second?.payload['event_id'])
  const late = '0 timeout: Not acknowledged within 3000 ms.'
  expect((await server.reasons()).slice(2)).toEqual(['0 sent', late, '1 sent'])
})

test('[EVT-6] an app that is away for six minutes gets all events, and none has used up an attempt', async () => {
  const server = await startSocketServer()
  const before = await connectApp(server.url)
  before.socket.terminate()
  await before.closed
  for (const text of ['one', 'two', 'three']) await server.say(text)
  await expect.poll(server.waiting).toBe(3)
  server.store.db.clock.advance(6 * minute)
  await waitAndRead(() => 0)
  const app = await connectApp(server.url)
  await expect.poll(app.messageTexts).toEqual(['one', 'two', 'three'])
  expect(app.envelopes().every(({ retry_attempt }) => retry_attempt === 0)).toBe(true)
  await expect.poll(server.waiting).toBe(0)
  expect((await server.reasons()).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => '0 acknowledged'),
    ...Array.from({ length: 3 }, () => '0 sent'),
  ])
})

test("[EVT-7] an app does not acknowledge another app's envelope", async () => {
  const file = JSON.parse(scoutFile({ events }))
  const quietApp = file.apps.find(({ id }: { id: string }) => id === 'A0QUIET')
  quietApp.manifest.settings = { socket_mode_enabled: true, event_subscriptions: { bot_events: [] } }
  file.tokens.push({ token: 'xapp-quiet', kind: 'app', app: 'A0QUIET', scopes: ['connections:write'] })
  const server = await startSocketServer(JSON.stringify(file))
  const app = await connectApp(server.url, { acks: false })
  const other = await connectApp(server.url, { address: await socketUrl(server.url, 'xapp-quiet') })
  await server.say('Mine')
  await app.until(() => app.envelopes().length === 1)
  const [mine] = app.envelopes()
  other.ack(mine!)
  await waitAndRead(() => 0)
  expect([await server.waiting(), await server.reasons()]).toEqual([1, ['0 sent']])
  app.ack(mine!)
  await expect.poll(server.reasons).toEqual(['0 sent', '0 acknowledged'])
  expect((await server.journal()).map((one) => one['app'])).toEqual(['A0SCOUT', 'A0SCOUT'])
  expect(other.socket.readyState).toBe(other.socket.OPEN)
})

test('[EVT-6] a restart of the server loses no event, sent or not', async () => {
  const data = createTempDirectory()
  const config = { ...readConfig({ port: 0, data, metrics: 'off' }, {}), socket_lifetime: hour }
  const workspace = workspaceFile(scoutFile({ events }))
  const unexpectedErrors: unknown[] = []
  const begin = () =>
    start({
      config,
      dev: true,
      workspace,
      onUnexpectedError: (error) => unexpectedErrors.push(error),
    })
  const say = (url: string, text: string) =>
    fetch(`${url}/control/say`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ team: 'T0ACME', user: 'U0ANA', channel: 'C0HELP', text }),
    })
  const first = await begin()
  const app = await connectApp(first.url, { acks: false })
  await say(first.url, 'sent')
  await app.until(() => app.envelopes().length === 1)
  app.socket.terminate()
  await app.closed
  await say(first.url, 'not sent')
  await first.stop()

  const second = await begin()
  onTestFinished(() => second.stop())
  const again = await connectApp(second.url)
  await expect.poll(again.messageTexts).toEqual(['sent', 'not sent'])
  const ids = [...app.envelopes(), ...again.envelopes()].map(({ payload }) => payload['event_id'])
  expect(ids[0]).toBe(ids[1])
  expect(unexpectedErrors).toEqual([])
})

test('[EVT-7] a client that offers compression is served without it', async () => {
  const server = await startSocketServer()
  const socket = new WebSocket(await socketUrl(server.url))
  const frames: string[] = []
  socket.addEventListener('message', ({ data }) => frames.push(data))
  await once(socket, 'open')
  await server.say('x'.repeat(20_000))
  await expect.poll(() => frames.length).toBe(2)
  expect(JSON.parse(frames[1]!).payload.event.text).toHaveLength(20_000)
  expect(socket.extensions).toBe('')
  const began = performance.now()
  socket.close(1000)
  await once(socket, 'close')
  expect(performance.now() - began).toBeLessThan(900)
})

function reasons({ frames }: Awaited<ReturnType<typeof connectApp>>): string[] {
  return frames.flatMap((frame) => ('type' in frame && frame.type === 'disconnect' ? [frame.reason] : []))
}

async function waitAndRead<T>(of: () => T): Promise<T> {
  await new Promise((done) => setTimeout(done, 700))
  return of()
}
