import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LogLevel, SocketModeClient } from '@slack/socket-mode'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'

test('the official client leaves while it connects again, and rejects nothing', async () => {
  const rejected: unknown[] = []
  const note = (reason: unknown) => rejected.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const { api, sockets } = await startService()
  const clientOptions = { slackApiUrl: api }
  const client = new SocketModeClient({
    appToken: 'xapp-1',
    clientPingTimeout: 50,
    clientOptions,
    logger,
  })
  await client.start()

  // The second socket gets no greeting, so it is not connected yet.
  const again = once(sockets, 'connection')
  for (const socket of sockets.clients) socket.close()
  await again
  await client.disconnect()
  await sleep(0) // Node tells rejections that nobody caught by the end of the turn
  expect(rejected).toEqual([])
})

const ignore = () => {}
const logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  getLevel: () => LogLevel.ERROR,
  setName: ignore,
}

/** What a client needs of the service: the address of a socket, and a greeting on the first one. */
async function startService() {
  const http = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ok: true, url: `ws://127.0.0.1:${portOf(http.address())}/` }))
  })
  const sockets = new WebSocketServer({ server: http })
  sockets.once('connection', (socket) => socket.send(JSON.stringify({ type: 'hello' })))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate()
    http.close()
  })
  return { api: `http://127.0.0.1:${portOf(http.address())}/api/`, sockets }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0
}
