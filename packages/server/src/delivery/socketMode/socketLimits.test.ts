import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { revoke } from '#methods/auth/revoke'
import { createApiClient } from '#testing/calls/apiClient'
import { connectApp } from '#testing/apps/socketModeClient'
import { appToken } from '#testing/workspace/scout'
import { startSocketServer } from '#testing/apps/socketServer'

test('[EVT-7] each event goes to one of several sockets; the eleventh socket is turned away', async () => {
  const server = await startSocketServer()
  const apps: Awaited<ReturnType<typeof connectApp>>[] = []
  for (let i = 0; i < 10; i++) apps.push(await connectApp(server.url))
  expect(apps.map(({ frames }) => frames[0])).toMatchObject(apps.map((_, i) => ({ num_connections: i + 1 })))
  const eleventh = await connectApp(server.url)
  expect(eleventh.frames[0]).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' })
  expect(await eleventh.closed).toEqual({ code: 4009, reason: 'too_many_websockets' })
  for (let i = 0; i < 20; i++) await server.say(`Message ${i}`)
  await expect.poll(() => apps.flatMap(({ messageTexts }) => messageTexts()).length).toBe(20)
  expect(new Set(apps.flatMap(({ messageTexts }) => messageTexts())).size).toBe(20)
})

test('[EVT-7] events of a channel stay on the socket with the earlier ones', async () => {
  const server = await startSocketServer()
  const apps = [await connectApp(server.url, { acks: false }), await connectApp(server.url, { acks: false })]
  for (let i = 0; i < 6; i++) await server.say(`${i}`, i % 2 ? 'C0HELP' : 'D0ANASCOUT')
  await expect.poll(() => apps.flatMap(({ messageTexts }) => messageTexts()).length).toBe(6)
  expect(apps.map(({ messageTexts }) => messageTexts().join()).toSorted()).toEqual(['0,2,4', '1,3,5'])
})

test.each([
  ['not_json', '{', 4000],
  ['not_an_acknowledgement', '{"type":"pong"}', 4001],
  ['not_an_acknowledgement', '[]', 4001],
])('[EVT-7] a socket that sends something else than an acknowledgement is closed: %s', async (reason, text, code) => {
  const server = await startSocketServer()
  const [bad, good] = [await connectApp(server.url), await connectApp(server.url)]
  bad.socket.send(text)
  expect(await bad.closed).toEqual({ code, reason })
  await server.say('Hello')
  await good.until(() => good.messageTexts().includes('Hello'))
  expect(server.unexpectedErrors).toEqual([])
})

test('[EVT-7] a flood of unknown envelope ids closes the socket', async () => {
  const server = await startSocketServer()
  const [bad, good] = [await connectApp(server.url), await connectApp(server.url)]
  for (let i = 0; i < 201; i++) bad.ack({ envelope_id: `none-${i}` })
  expect(await bad.closed).toEqual({ code: 4004, reason: 'too_many_frames' })
  await server.say('Hello')
  await good.until(() => good.messageTexts().includes('Hello'))
})

test('[EVT-7] a socket that acknowledges nothing is sent a hundred envelopes, and others get the rest', async () => {
  const server = await startSocketServer()
  const slow = await connectApp(server.url, { acks: false })
  for (let i = 0; i < 130; i++) await server.say(`${i}`)
  await expect.poll(() => slow.envelopes().length).toBe(100)
  const good = await connectApp(server.url)
  await server.say('Elsewhere', 'D0ANASCOUT')
  slow.socket.terminate()
  await good.until(() => new Set(good.messageTexts()).size === 131)
})

test('[EVT-7] a socket is closed when its token is revoked', async () => {
  const server = await startSocketServer()
  const app = await connectApp(server.url)
  await createApiClient(server.url, server.unexpectedErrors).call(revoke, {}, { token: appToken })
  server.store.db.clock.advance(1000)
  expect(await app.closed).toEqual({ code: 4010, reason: 'link_disabled' })
  expect(app.frames.at(-1)).toMatchObject({ type: 'disconnect', reason: 'link_disabled' })
})

test('[EVT-7] the server answers pings and sends its own', async () => {
  const server = await startSocketServer()
  const app = await connectApp(server.url)
  const [pinged, ponged] = [vi.fn<() => void>(), vi.fn<() => void>()]
  app.socket.on('ping', pinged).on('pong', ponged)
  app.socket.ping('Ping from client (1)')
  server.store.db.clock.advance(10_000)
  await expect.poll(() => [pinged.mock.calls.length, ponged.mock.calls.length]).toEqual([1, 1])
})

test('[EVT-7] a socket is closed if its app sends much and nothing shows that the app reads', async () => {
  const server = await startSocketServer()
  const [deaf, good] = [await connectApp(server.url, { pongs: false }), await connectApp(server.url)]
  for (let i = 0; i < 5 && deaf.socket.readyState === deaf.socket.OPEN; i++) {
    const pinged = once(good.socket, 'ping')
    server.store.db.clock.advance(10_000)
    await pinged
    deaf.socket.ping()
    deaf.socket.pong('unasked')
    deaf.ack({ envelope_id: 'none' })
  }
  expect(await deaf.closed).toEqual({ code: 4008, reason: 'consumer_too_slow' })
  expect(good.socket.readyState).toBe(good.socket.OPEN)
})

test('[EVT-7] a server that stops warns its sockets, and accepts acknowledgements until then', async () => {
  const server = await startSocketServer()
  const app = await connectApp(server.url, { acks: false })
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
