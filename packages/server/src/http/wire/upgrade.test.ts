import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { start } from '#server/start'
import { readConfig } from '#config'

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
  await sleep(200)

  expect((await fetch(`${running.url}/health/ready`)).status).toBe(200)
  expect(unexpectedErrors).toEqual([])
  await running.stop()
})
