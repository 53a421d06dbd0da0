import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { callAsScout } from '#testing/server/controlApi'
import { startServer } from '#testing/server/server'

const outline = { people: ['ana'], channels: ['general'], apps: [] }

/** A server with a second workspace, and whether that is settled within five seconds. */
async function startWithTwo() {
  const server = await startServer()
  const { team } = (await server.request('POST', '/control/workspaces', outline)).body
  const settled = async (of: string) =>
    (await server.request('GET', `/control/settled?team=${of}&timeout=5s`)).body['settled']
  const held = async () => (await server.request('GET', '/control/faults')).body['faults'].length === 0
  return { ...server, other: team.id, settled, held }
}

test('a workspace is settled while a call of another one is held', async () => {
  const server = await startWithTwo()
  await server.request('POST', '/control/faults', { method: 'auth.test', delay: '1d' })
  const call = callAsScout(server, 'auth.test', {})
  await expect.poll(server.held).toBe(true)
  expect(await server.settled(server.other)).toBe(true)
  const own = server.settled('T0ACME')
  expect(await Promise.race([own, new Promise((done) => setTimeout(done, 300, 'waits'))])).toBe('waits')
  await server.request('DELETE', '/control/faults')
  expect(await call).toMatchObject({ ok: true })
  expect(await own).toBe(true)
})

test('a workspace waits for a call until it is known whose it is', async () => {
  const server = await startWithTwo()
  const body = 'token=xoxb-acme-scout'
  const { socket, answer } = await beginCall(server.url, body.length)
  await expect.poll(() => server.inside?.journal.hasCallUnderWay(server.other)).toBe(true)
  const waits = server.settled(server.other)
  expect(await Promise.race([waits, new Promise((done) => setTimeout(done, 300, 'waits'))])).toBe('waits')
  const before = performance.now()
  socket.write(body)
  expect(await waits).toBe(true)
  expect(performance.now() - before).toBeLessThan(4000)
  expect(await answer).toContain('"ok":true')
})

/** Sends the head of a call, without its body. */
async function beginCall(url: string, length: number) {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  const answer = once(socket, 'data').then(String)
  const type = 'content-type: application/x-www-form-urlencoded'
  socket.write(`POST /api/auth.test HTTP/1.1\r\nhost: localhost\r\n${type}\r\ncontent-length: ${length}\r\n\r\n`)
  return { socket, answer }
}
