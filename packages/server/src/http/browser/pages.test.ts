import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { startServer } from '#testing/server/server'
import { createSharedDatabase } from '#testing/server/severalServers'

/** Without a build, the server has only a page that says so. */
const built = existsSync(new URL('../../../../web/dist/index.html', import.meta.url))
type Server = Awaited<ReturnType<typeof startServer>>

describe.skipIf(!built)('a file of another build of the client', () => {
  const path = '/assets/first-AbCd_-12.js'

  test('does not exist for a server that is alone', async () => {
    const server = await startServer()
    expect((await server.request('GET', path)).status).toBe(404)
  })

  test.skipIf(!postgres)('[NOD-22] is asked of another server while one lives', async () => {
    const { startServer } = createSharedDatabase()
    const [one, other] = [await startServer(), await startServer()]
    for (const { url } of [one, other])
      for (const method of ['GET', 'HEAD']) {
        // One that has not come to say that it lives, on a busy machine, says so at its next beat.
        const ask = async () => {
          const answer = await fetch(url + path, { method })
          return [answer.status, answer.headers.get('retry-after')]
        }
        await expect.poll(ask).toEqual([503, '1'])
      }
    expect((await fetch(`${one.url}/nowhere.js`)).status).toBe(404)
    const page = await (await fetch(one.url)).text()
    expect((await fetch(one.url + String(/\/assets\/[^"]+\.js/.exec(page)))).status).toBe(200)
    await other.stop()
    expect((await fetch(one.url + path)).status).toBe(404)
    for (const { unexpectedErrors } of [one, other]) expect(unexpectedErrors).toEqual([])
  })
})

describe('security headers', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.end())

  test.each([
    ['the client', 'GET', '/', 200],
    ['a place in the client', 'GET', '/c/T0ACME/C0HELP', built ? 200 : 404],
    ['a session', 'GET', '/session', 200],
    ['a redirect', 'GET', '/sign-in', 303],
    ['a wrong call', 'POST', '/session', 400],
    ['a page that does not exist', 'GET', '/nowhere', 404],
    ['a path that climbs', 'GET', '/..%2f..%2fpackage.json', 404],
    ['a wrong path', 'GET', '/%zz', 400],
    ['another verb', 'PATCH', '/', 404],
    ['the inspector', 'GET', '/inspect', built ? 200 : 404],
    ['health', 'GET', '/health/live', 200],
    ['the control API', 'GET', '/control/clock', 200],
  ])('are on %s', async (_what, method, path, status) => {
    const answer = await server.request(method, path)
    expect([path, answer.status]).toEqual([path, status])
    expectHeaders(answer.headers)
    expect(answer.text).not.toContain('node_modules')
  })

  test('are on an unexpected error, whose answer has no details', async () => {
    const broken = await startServer()
    await broken.store.db.schema.dropTable('users').execute()
    const answer = await broken.request('GET', '/session')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ error: 'internal_error', detail: expect.any(String) })
    expect(answer.text).not.toContain('users')
    expectHeaders(answer.headers)
    expect(broken.unexpectedErrors).toHaveLength(1)
  })

  test('[DEV-4] the inspector does not exist outside of development', async () => {
    const serving = await startServer({ dev: false })
    for (const path of [
      '/inspect',
      '/inspect/inspect.html',
      '/%69nspect/inspect.html',
      '/inspect/',
      '/inspect/assets/',
    ])
      expect([path, (await serving.request('GET', path)).status]).toEqual([path, 404])
  })

  function expectHeaders(headers: Headers): void {
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('server')).toBe(null)
    expect(headers.get('x-powered-by')).toBe(null)
  }
})
