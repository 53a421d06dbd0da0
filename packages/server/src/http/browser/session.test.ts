import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setPassword } from '#domain/people/accounts/deactivate'
import { PasswordHasher } from '#domain/people/passwords'
import { findSession } from '#domain/people/sessions'
import { startServer } from '#testing/server/server'

const password = { email: 'ana@acme.example', password: 'correct-horse-battery' }
type Server = Awaited<ReturnType<typeof startServer>>

describe('signing in', () => {
  test('a link signs one person in, once', async () => {
    const server = await startServer()
    const code = server.signInLinks.create('T0ACME', 'U0ANA')

    const first = await server.request('GET', `/sign-in?code=${code}`)
    expect([first.status, first.headers.get('location')]).toEqual([303, '/'])
    expect(await signedIn(server, cookieOf(first))).toBe(true)

    const again = await server.request('GET', `/sign-in?code=${code}`)
    expect([again.status, again.headers.get('set-cookie')]).toEqual([303, null])
  })

  test.each(['', '?code=', '?code=x', '?code=a&code=b'])('a link with %j signs nobody in', async (query) => {
    const server = await startServer()
    const answer = await server.request('GET', `/sign-in${query}`)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null])
    expect(server.unexpectedErrors).toEqual([])
  })

  test('[SES-5] takes one hash, in however many teams the e-mail address is, or in none', async () => {
    const server = await startHashed()
    const hash = vi.spyOn(PasswordHasher.prototype, 'hash')
    onTestFinished(() => hash.mockRestore())
    for (const email of ['zoe@one.example', 'nobody@one.example']) {
      hash.mockClear()
      expect((await server.request('POST', '/session', { email, password: 'wrong' })).status).toBe(401)
      expect(hash).toHaveBeenCalledTimes(1)
    }
  })

  test('[SES-5] people whose hashes are older get one salt when they sign in', async () => {
    const server = await startHashed()
    const older = await new PasswordHasher().hash('same')
    await server.store.db.updateTable('users').set({ password: older }).where('id', '=', 'UT2ZOE').execute()
    const zoe = { email: 'zoe@one.example', password: 'same' }

    expect((await server.request('POST', '/session', zoe)).status).toBe(409)

    const rows = await server.store.db.selectFrom('users').select('password').where('name', '=', 'zoe').execute()
    expect(new Set(rows.map(({ password: hash }) => hash?.split(':')[0])).size).toBe(1)
    expect((await server.request('POST', '/session', { ...zoe, team: 'T2' })).status).toBe(204)
  })

  test.each([
    ['a salt of its own', undefined],
    ['the salt of before', 'same salt'],
  ])('[OPS-5] fails with a password in whose place the person gets another one meanwhile, with %s', async (_, salt) => {
    const server = await startHashed()
    const hasher = new PasswordHasher()
    const older = await hasher.hash('same')
    await server.store.db.updateTable('users').set({ password: older }).where('id', '=', 'UT2ZOE').execute()
    const newer = await hasher.hash('newer', salt && older.split(':')[0])
    const compare = vi.spyOn(PasswordHasher.prototype, 'compare').mockImplementation(async function (
      this: PasswordHasher,
      ...given
    ) {
      compare.mockRestore()
      const compared = await this.compare(...given)
      await server.store.write((tx) => setPassword(tx, { team_id: 'T2', id: 'UT2ZOE' }, newer))
      return compared
    })
    onTestFinished(() => compare.mockRestore())

    const zoe = { email: 'zoe@one.example', password: 'same', team: 'T2' }
    const answer = await server.request('POST', '/session', zoe)
    expect([answer.status, answer.body['detail']]).toEqual([401, 'The e-mail address or the password is wrong.'])
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await server.store.db.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect((await server.request('POST', '/session', zoe)).status).toBe(401)
    expect((await server.request('POST', '/session', { ...zoe, password: 'newer' })).status).toBe(204)
  })

  test('only the hash of the secret is stored', async () => {
    const server = await startServer()
    const cookie = cookieOf(await server.request('POST', '/session', password))
    const stored = JSON.stringify(await server.store.db.selectFrom('sessions').selectAll().execute())
    expect(stored).not.toContain(cookie.slice('rivulet='.length))
  })

  test('the case of the e-mail address does not matter', async () => {
    const server = await startServer()
    expect((await server.request('POST', '/session', { ...password, email: ' Ana@ACME.example' })).status).toBe(204)
  })

  test('with e-mail and password, in development or not', async () => {
    for (const dev of [true, false]) {
      const server = await startServer({ dev })
      const answer = await server.request('POST', '/session', password)
      expect(answer.status).toBe(204)
      expect(await signedIn(server, cookieOf(answer))).toBe(true)
    }
  })

  test('with an e-mail of several teams, to the team with that password', async () => {
    const server = await startHashed()
    for (const [secret, person] of [
      ['first', 'T1'],
      ['second', 'T2'],
    ] as const) {
      const answer = await server.request('POST', '/session', { email: 'uma@one.example', password: secret })
      expect([answer.status, await teamOf(server, answer)]).toEqual([204, person])
    }
  })

  test('with e-mail and password of several teams, to the team that is named', async () => {
    const server = await startHashed()
    const zoe = { email: 'zoe@one.example', password: 'same' }

    const asked = await server.request('POST', '/session', zoe)
    expect(asked).toMatchObject({ status: 409, body: { error: 'team_needed', detail: expect.stringMatching(/team/) } })
    expect(asked.headers.get('set-cookie')).toBe(null)
    // The answer leaves out the deleted team, and the team in which she has another password.
    expect(asked.body['people'].map(({ team }: { team: string }) => team)).toEqual(['T1', 'T2'])
    expect(asked.body['people'][0]).not.toHaveProperty('password')

    const answer = await server.request('POST', '/session', { ...zoe, team: 'T2' })
    expect([answer.status, await teamOf(server, answer)]).toEqual([204, 'T2'])
    expect((await server.request('POST', '/session', { ...zoe, team: 'T3' })).status).toBe(401)
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
    const server = await startServer()
    const answer = await server.request('POST', '/session', body)
    expect(answer).toMatchObject({ status, body: { error, detail: expect.stringMatching(/./) } })
    expect(answer.headers.get('set-cookie')).toBe(null)
  })

  test('a wrong e-mail and a wrong password get the same answer', async () => {
    const server = await startServer()
    const one = await server.request('POST', '/session', { ...password, password: 'wrong' })
    const other = await server.request('POST', '/session', { ...password, email: 'nobody@acme.example' })
    expect(one.body).toEqual(other.body)
  })

  test('one-click sign-in exists in development only', async () => {
    const click = { team: 'T0ACME', user: 'U0BEN' }
    const dev = await startServer()
    expect((await dev.request('POST', '/session', click)).status).toBe(204)
    const people = (await dev.request('GET', '/session')).body
    expect(people).toMatchObject({ signed_in: false, dev: true })
    expect(people['people']).toContainEqual({
      team: 'T0ACME',
      team_name: 'Acme',
      user: 'U0BEN',
      name: 'ben',
      real_name: 'Ben Okafor',
    })

    const real = await startServer({ dev: false })
    expect((await real.request('POST', '/session', click)).status).toBe(400)
    expect((await real.request('GET', '/session')).body).toEqual({
      signed_in: false,
      dev: false,
      people: [],
      teams: [],
    })
  })

  test('signing out ends the session in the server too', async () => {
    const server = await startServer()
    const cookie = cookieOf(await server.request('POST', '/session', password))

    const out = await server.request('DELETE', '/session', undefined, { cookie })

    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^rivulet=; Max-Age=0; Path=\//),
    ])
    expect(await signedIn(server, cookie)).toBe(false)
  })

  test('a session lasts 30 days', async () => {
    const server = await startServer()
    const cookie = cookieOf(await server.request('POST', '/session', password))
    await server.request('POST', '/control/clock', { advance: '719h' })
    expect(await signedIn(server, cookie)).toBe(true)
    await server.request('POST', '/control/clock', { advance: '1h' })
    expect(await signedIn(server, cookie)).toBe(false)
  })

  test.each(['POST', 'DELETE'])('%s from a page of another site changes nothing', async (method) => {
    const server = await startServer()
    const cookie = cookieOf(await server.request('POST', '/session', password))
    const answer = await server.request(method, '/session', method === 'POST' ? password : undefined, {
      cookie,
      origin: 'https://evil.example',
    })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
    expect(await signedIn(server, cookie)).toBe(true)
  })
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
  return (await findSession(store.db, cookieOf(answer).slice('rivulet='.length)))?.person.teamId
}

async function signedIn({ request }: Server, cookie: string): Promise<boolean> {
  return (await request('GET', '/session', undefined, { cookie })).body['signed_in']
}

function cookieOf({ headers }: { headers: Headers }): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** A server that has hashed the passwords of its file. */
async function startHashed() {
  const server = await startServer({ dev: false, file: inSeveralTeams })
  const fingerprint = server.store.db.selectFrom('meta').select('value').where('key', '=', 'file_passwords')
  await expect.poll(() => fingerprint.execute(), { timeout: 20_000 }).toHaveLength(1)
  return server
}
