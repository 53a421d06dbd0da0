import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personOfSession } from '#domain/people/sessions'
import { aServer } from '#testing/server/server'

const password = { email: 'ana@acme.example', password: 'correct-horse-battery' }
/** Without a build there is but a page that says so. */
const built = existsSync(new URL('../../../../web/dist/index.html', import.meta.url))
type Server = Awaited<ReturnType<typeof aServer>>

describe('signing in', () => {
  test('a link signs one person in, once', async () => {
    const server = await aServer()
    const code = server.links.make('T0ACME', 'U0ANA')

    const first = await server.ask('GET', `/sign-in?code=${code}`)
    expect([first.status, first.headers.get('location')]).toEqual([303, '/'])
    expect(await signedIn(server, cookieOf(first))).toBe(true)

    const again = await server.ask('GET', `/sign-in?code=${code}`)
    expect([again.status, again.headers.get('set-cookie')]).toEqual([303, null])
  })

  test.each(['', '?code=', '?code=x', '?code=a&code=b'])('a link with %j signs nobody in', async (query) => {
    const server = await aServer()
    const answer = await server.ask('GET', `/sign-in${query}`)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null])
    expect(server.defects).toEqual([])
  })

  test('the cookie is out of reach of scripts and of other sites, and of plain HTTP where there is better', async () => {
    const plain = await aServer()
    const cookie = (await plain.ask('POST', '/session', password)).headers.get('set-cookie')
    expect(cookie).toMatch(/^rivulet=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)

    const secure = await aServer({ public_url: 'https://chat.acme.example' })
    expect((await secure.ask('POST', '/session', password)).headers.get('set-cookie')).toMatch(/; Secure/)
  })

  test('the secret is stored as its hash alone', async () => {
    const server = await aServer()
    const cookie = cookieOf(await server.ask('POST', '/session', password))
    const stored = JSON.stringify(await server.store.db.selectFrom('sessions').selectAll().execute())
    expect(stored).not.toContain(cookie.slice('rivulet='.length))
  })

  test('people may write their e-mail in capitals', async () => {
    const server = await aServer()
    expect((await server.ask('POST', '/session', { ...password, email: ' Ana@ACME.example' })).status).toBe(204)
  })

  test('with e-mail and password, in development or not', async () => {
    for (const dev of [true, false]) {
      const server = await aServer({ dev })
      const answer = await server.ask('POST', '/session', password)
      expect(answer.status).toBe(204)
      expect(await signedIn(server, cookieOf(answer))).toBe(true)
    }
  })

  test('with an e-mail that several teams know, in the team whose password it is', async () => {
    const server = await aServer({ dev: false, file: inSeveralTeams })
    for (const [secret, person] of [
      ['first', 'T1'],
      ['second', 'T2'],
    ] as const) {
      const answer = await server.ask('POST', '/session', { email: 'uma@one.example', password: secret })
      expect([answer.status, await teamOf(server, answer)]).toEqual([204, person])
    }
  })

  test('with e-mail and password that several teams know, in the team that is named', async () => {
    const server = await aServer({ dev: false, file: inSeveralTeams })
    const zoe = { email: 'zoe@one.example', password: 'same' }

    const asked = await server.ask('POST', '/session', zoe)
    expect(asked).toMatchObject({ status: 409, body: { error: 'team_needed', detail: expect.stringMatching(/team/) } })
    expect(asked.headers.get('set-cookie')).toBe(null)
    // A team that is deleted, and one where the password is another, is not among them.
    expect(asked.body['people'].map(({ team }: { team: string }) => team)).toEqual(['T1', 'T2'])
    expect(asked.body['people'][0]).not.toHaveProperty('password')

    const answer = await server.ask('POST', '/session', { ...zoe, team: 'T2' })
    expect([answer.status, await teamOf(server, answer)]).toEqual([204, 'T2'])
    expect((await server.ask('POST', '/session', { ...zoe, team: 'T3' })).status).toBe(401)
  })

  test.each([
    [{ ...password, password: 'wrong' }, 401, 'invalid_auth'],
    [{ ...password, email: 'nobody@acme.example' }, 401, 'invalid_auth'],
    [{ email: 'eve@acme.example', password: '' }, 401, 'invalid_auth'],
    [{ email: 'ana@acme.example' }, 400, 'invalid_arguments'],
    [{ ...password, password: 'x'.repeat(1001) }, 400, 'invalid_arguments'],
    [{ team: 'T0ACME', user: 'U0SCOUT' }, 401, 'invalid_auth'],
    [{ team: 'T0ACME', user: 'U0GONE' }, 401, 'invalid_auth'],
  ])('with %j is refused: %d %s', async (body, status, error) => {
    const server = await aServer()
    const answer = await server.ask('POST', '/session', body)
    expect(answer).toMatchObject({ status, body: { error, detail: expect.stringMatching(/./) } })
    expect(answer.headers.get('set-cookie')).toBe(null)
  })

  test('an e-mail that is wrong and a password that is wrong are answered alike', async () => {
    const server = await aServer()
    const one = await server.ask('POST', '/session', { ...password, password: 'wrong' })
    const other = await server.ask('POST', '/session', { ...password, email: 'nobody@acme.example' })
    expect(one.body).toEqual(other.body)
  })

  test('one click is for development alone', async () => {
    const click = { team: 'T0ACME', user: 'U0BEN' }
    const dev = await aServer()
    expect((await dev.ask('POST', '/session', click)).status).toBe(204)
    const people = (await dev.ask('GET', '/session')).body
    expect(people).toMatchObject({ signed_in: false, dev: true })
    expect(people['people']).toContainEqual({
      team: 'T0ACME',
      team_name: 'Acme',
      user: 'U0BEN',
      name: 'ben',
      real_name: 'Ben Okafor',
    })

    const real = await aServer({ dev: false })
    expect((await real.ask('POST', '/session', click)).status).toBe(400)
    expect((await real.ask('GET', '/session')).body).toEqual({ signed_in: false, dev: false, people: [] })
  })

  test('five attempts in a minute are enough for an account, right or wrong', async () => {
    const server = await aServer()
    for (let i = 0; i < 5; i++) await server.ask('POST', '/session', { ...password, password: 'wrong' })

    const sixth = await server.ask('POST', '/session', password)

    expect(sixth).toMatchObject({ status: 429, body: { error: 'ratelimited' } })
    expect(sixth.headers.get('retry-after')).toMatch(/^(59|60)$/)
    await server.ask('POST', '/control/clock', { advance: '1m' })
    expect((await server.ask('POST', '/session', password)).status).toBe(204)
  })

  test('writing an e-mail in another way gives no more attempts', async () => {
    const server = await aServer()
    for (const email of [
      'ana@acme.example',
      'ANA@acme.example',
      ' ana@acme.example',
      'Ana@Acme.example',
      'aNa@acme.example',
    ])
      await server.ask('POST', '/session', { email, password: 'wrong' })
    expect((await server.ask('POST', '/session', password)).status).toBe(429)
  })

  test('signing out ends the session in the server too', async () => {
    const server = await aServer()
    const cookie = cookieOf(await server.ask('POST', '/session', password))

    const out = await server.ask('DELETE', '/session', undefined, { cookie })

    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^rivulet=; Max-Age=0; Path=\//),
    ])
    expect(await signedIn(server, cookie)).toBe(false)
  })

  test('a session lasts 30 days', async () => {
    const server = await aServer()
    const cookie = cookieOf(await server.ask('POST', '/session', password))
    await server.ask('POST', '/control/clock', { advance: '719h' })
    expect(await signedIn(server, cookie)).toBe(true)
    await server.ask('POST', '/control/clock', { advance: '1h' })
    expect(await signedIn(server, cookie)).toBe(false)
  })

  test.each(['POST', 'DELETE'])('%s of a page of another site changes nothing', async (method) => {
    const server = await aServer()
    const cookie = cookieOf(await server.ask('POST', '/session', password))
    const answer = await server.ask(method, '/session', method === 'POST' ? password : undefined, {
      cookie,
      origin: 'https://evil.example',
    })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
    expect(await signedIn(server, cookie)).toBe(true)
  })
})

test('in development pages and control answer to names of this machine, the API to any: it takes a token and no cookie', async () => {
  const server = await aServer()
  const cookie = cookieOf(await server.ask('POST', '/session', password))
  const under = async (path: string, headers: string) =>
    server.raw(`GET ${path} HTTP/1.1\r\nhost: rivulet.test:7070\r\nconnection: close\r\n${headers}\r\n\r\n`)
  for (const path of ['/', '/session', '/control/clock'])
    expect(await under(path, `cookie: ${cookie}`)).toMatch(/^HTTP\/1.1 403/)
  expect(await under('/api/auth.test', 'authorization: Bearer xoxb-acme-scout')).toContain('"ok":true')
  expect(await under('/api/auth.test', `cookie: ${cookie}`)).toContain('"error":"not_authed"')
})

describe('security headers', () => {
  let server: Server
  beforeAll(async () => {
    server = await aServer()
  })
  afterAll(() => server.end())

  test.each([
    ['the client', 'GET', '/', 200],
    ['a place in the client', 'GET', '/c/T0ACME/C0HELP', built ? 200 : 404],
    ['a session', 'GET', '/session', 200],
    ['a redirect', 'GET', '/sign-in', 303],
    ['a wrong call', 'POST', '/session', 400],
    ['what is not there', 'GET', '/nowhere', 404],
    ['a path that climbs', 'GET', '/..%2f..%2fpackage.json', 404],
    ['a wrong path', 'GET', '/%zz', 400],
    ['another verb', 'PATCH', '/', 404],
    ['health', 'GET', '/health/live', 200],
    ['the control API', 'GET', '/control/clock', 200],
  ])('are on %s', async (_what, method, path, status) => {
    const answer = await server.ask(method, path)
    expect([path, answer.status]).toEqual([path, status])
    expectHeaders(answer.headers)
    expect(answer.text).not.toContain('node_modules')
  })

  test('are on a defect, which tells nothing of itself', async () => {
    const broken = await aServer()
    await broken.store.db.schema.dropTable('users').execute()
    const answer = await broken.ask('GET', '/session')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ error: 'internal_error', detail: expect.any(String) })
    expect(answer.text).not.toContain('users')
    expectHeaders(answer.headers)
    expect(broken.defects).toHaveLength(1)
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

const inSeveralTeams = JSON.stringify({
  version: 1,
  teams: [
    team('T0', { deleted: true }, ['first', 'same']),
    team('T1', {}, ['first', 'same']),
    team('T2', {}, ['second', 'same']),
    team('T3', {}, ['third', 'other']),
  ],
})

function team(id: string, more: object, [uma, zoe]: [string, string]) {
  const users = [
    { id: `U${id}UMA`, name: 'uma', email: 'uma@one.example', password: uma },
    { id: `U${id}ZOE`, name: 'zoe', email: 'zoe@one.example', password: zoe },
  ]
  return { id, name: 'One', domain: id.toLowerCase(), users, ...more }
}

async function teamOf({ store }: Server, answer: { headers: Headers }): Promise<string | undefined> {
  return (await personOfSession(store.db, cookieOf(answer).slice('rivulet='.length)))?.teamId
}

async function signedIn({ ask }: Server, cookie: string): Promise<boolean> {
  return (await ask('GET', '/session', undefined, { cookie })).body['signed_in']
}

function cookieOf({ headers }: { headers: Headers }): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
