import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { start } from '#server/start'
import { readConfig } from '#config'
import { socketUrl } from '#testing/apps/socketModeClient'
import { startSocketServer } from '#testing/apps/socketServer'
import { signIn } from '#testing/feed/socket'
import { waitForArrival } from '#testing/server/waitForArrival'

test('clients that reset the connection while they open the feed cause no error', async () => {
  const unexpectedErrors: unknown[] = []
  const config = readConfig({ port: 0, data: ':memory:' }, {})
  const running = await start({
    config,
    dev: true,
    workspace: undefined,
    onUnexpectedError: (error) => unexpectedErrors.push(error),
  })
  const { port } = new URL(running.url)

  for (let i = 0; i < 60; i++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `GET /feed HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${running.url}\r\nCookie: rivulet=nobody\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    )
    setTimeout(() => socket.resetAndDestroy(), i % 5)
  }
  await waitForArrival()

  expect((await fetch(`${running.url}/health/ready`)).status).toBe(200)
  expect(unexpectedErrors).toEqual([])
  await running.stop()
})

test('nothing is compressed, neither for a browser nor for an app that offers it', async () => {
  const { url } = await startSocketServer()
  const headers = { origin: url, cookie: await signIn(url, 'U0ANA') }
  for (const address of [`${url.replace('http', 'ws')}/feed`, await socketUrl(url)]) {
    const socket = new WebSocket(address, { headers, perMessageDeflate: true })
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
    expect(socket.extensions).toBe('')
  }
})
