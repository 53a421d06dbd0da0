import { expect, test } from 'vitest'
import { startServer } from '#testing/server/server'

const password = { email: 'ana@acme.example', password: 'correct-horse-battery' }

test('in development, pages and the control API answer to names of this machine only; the Web API answers to any, since it takes no cookies', async () => {
  const server = await startServer()
  const cookie = cookieOf(await server.request('POST', '/session', password))
  const under = async (path: string, headers: string) =>
    server.sendRaw(`GET ${path} HTTP/1.1\r\nhost: rivulet.test:7070\r\nconnection: close\r\n${headers}\r\n\r\n`)
  for (const path of ['/', '/session', '/control/clock'])
    expect(await under(path, `cookie: ${cookie}`)).toMatch(/^HTTP\/1.1 403/)
  expect(await under('/api/auth.test', 'authorization: Bearer xoxb-acme-scout')).toContain('"ok":true')
  expect(await under('/api/auth.test', `cookie: ${cookie}`)).toContain('"error":"not_authed"')
})

test.each([
  ['https://chat.acme.example', 'https://chat.acme.example', true],
  ['https://chat.acme.example', 'http://chat.acme.example', false],
  ['https://chat.acme.example', 'https://other.example', false],
  ['https://chat.acme.example', 'null', false],
  ['http://chat.acme.example', 'http://chat.acme.example', true],
  ['http://chat.acme.example', 'https://chat.acme.example', true],
])('[SES-7] at %s, a page of %s may change something and read the feed: %s', async (public_url, origin, isAllowed) => {
  const server = await startServer({ dev: false, public_url })
  const cookie = cookieOf(await server.request('POST', '/session', password))
  const head = `host: chat.acme.example\r\ncookie: ${cookie}\r\norigin: ${origin}\r\n`
  const signOut = await server.sendRaw(`DELETE /session HTTP/1.1\r\n${head}connection: close\r\n\r\n`)
  expect(signOut).toContain(isAllowed ? 'HTTP/1.1 204' : 'HTTP/1.1 403')
  const again = cookieOf(await server.request('POST', '/session', password))
  const upgrade =
    'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  const feed = await server.sendRaw(`GET /feed HTTP/1.1\r\n${head.replace(cookie, again)}${upgrade}\r\n`, {
    endAfter: 200,
  })
  expect(feed).toContain(isAllowed ? 'HTTP/1.1 101' : 'HTTP/1.1 403')
})

function cookieOf({ headers }: { headers: Headers }): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
