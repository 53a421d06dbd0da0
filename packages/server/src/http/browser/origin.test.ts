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

function cookieOf({ headers }: { headers: Headers }): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
