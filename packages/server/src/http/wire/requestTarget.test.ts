import { expect, test } from 'vitest'
import { openConnection, readAnswers, sendPieces } from '#testing/server/rawCalls'
import { startServer } from '#testing/server/server'

const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\nword=one'

test('[NET-7] an upgrade to a protocol that is not spoken here is ignored, on every path and with a body', async () => {
  const port = await portOfServer()
  const upgrades = [
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
    'Connection: upgrade\r\nUpgrade: TLS/1.0, websocket/99',
    'Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]
  for (const upgrade of upgrades) {
    const socket = await openConnection(port)
    socket.write(`POST /api/api.test HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n${form}`)
    socket.write(`GET /session HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`)
    const [call, page] = await readAnswers(socket, 2)
    expect([upgrade, call?.status, JSON.parse(call?.body ?? '').args.word]).toEqual([upgrade, 200, 'one'])
    expect([upgrade, page?.status, JSON.parse(page?.body ?? '').signed_in]).toEqual([upgrade, 200, false])
  }
  const [feed] = await sendPieces(port, [
    'GET /feed HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  ])
  expect(feed?.status).toBe(403)
})

test('[NET-8] a target with a host is answered like its path, and its host counts', async () => {
  const port = await portOfServer()
  const [call] = await sendPieces(port, [`POST http://localhost/api/api.test HTTP/1.1\r\nHost: other\r\n${form}`])
  expect(JSON.parse(call?.body ?? '').args.word).toBe('one')
  const [query] = await sendPieces(port, ['GET HTTP://localhost:1?a=1 HTTP/1.1\r\nHost: localhost\r\n\r\n'])
  expect(query?.status).toBe(200)
  const [session] = await sendPieces(port, ['GET http://localhost/session HTTP/1.1\r\nHost: localhost\r\n\r\n'])
  expect(session?.status).toBe(200)
  // A development server answers to names of this machine only.
  const [foreign] = await sendPieces(port, ['GET http://evil.example/session HTTP/1.1\r\nHost: localhost\r\n\r\n'])
  expect([foreign?.status, JSON.parse(foreign?.body ?? '').error]).toEqual([403, 'unknown_host'])
})

test('[NET-6] a body that dribbles to a page or an unknown method does not keep its connection', async () => {
  const port = await portOfServer()
  const closed = ['POST /api/nope', 'GET /'].map(async (line) => {
    const socket = await openConnection(port)
    socket
      .resume()
      .write(`${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n`)
    const timer = setInterval(() => socket.write('x'), 200)
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(timer)
  })
  await Promise.all(closed)
})

async function portOfServer(): Promise<number> {
  return Number(new URL((await startServer()).url).port)
}
