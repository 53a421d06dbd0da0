import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '#domain/ids'
import { test as authTest } from '#methods/auth/test'
import { info as usersInfo } from '#methods/users/info'
import { connectViewer } from '#testing/feed/viewer'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { startServer } from '#testing/server/server'
import { createApiClient } from '#testing/calls/apiClient'

const bin = fileURLToPath(new URL('../../bin/rivulet', import.meta.url))

/** A server on a data directory, and the command run on it. */
async function createScene() {
  const cwd = createTempDirectory()
  const server = await startServer({ data: cwd })
  const { call } = createApiClient(server.url, [])
  return { ...server, cwd, run, runWith, json, signIn, call }

  function run(...args: string[]) {
    return runCommand([...args, '--data', cwd, '--team', 'acme'], { cwd }).ended
  }
  async function json(...args: string[]) {
    const { code, out, err } = await run(...args, '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return JSON.parse(out)
  }
  /** Runs the command with this on its standard input. */
  async function runWith(input: string, ...args: string[]) {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(bin, [...args, '--data', cwd, '--team', 'acme'], {
      cwd,
      env: { PATH, HOME },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    child.stdin.end(input)
    const [code] = await once(child, 'close')
    return { code, text }
  }
  /** The status of signing in with a password. */
  async function signIn(email: string, password: string) {
    return (await server.request('POST', '/session', { email, password })).status
  }
}

describe('rivulet user', () => {
  test('[OPS-4] deactivate ends sessions, feeds, tokens, codes and uploads in the same moment, and others see it', async () => {
    const { url, store, run, json, request, call } = await createScene()
    const [eve, ana] = [await connectViewer(url, 'U0EVE'), await connectViewer(url, 'U0ANA')]
    const of = { app_id: 'A0SCOUT', team_id: 'T0ACME', user_id: 'U0EVE', scopes: ['users:read'] }
    await store.write(async (tx) => {
      const row = { ...of, hash: hashToken('xoxp-eve'), kind: 'user' as const, revoked: false }
      await tx
        .insertInto('tokens')
        .values({ ...row, enterprise_id: null, teams_granted: null, expires_at: null, execution_id: null })
        .execute()
      await tx
        .insertInto('refresh_tokens')
        .values({ hash: 'r', app_id: 'A0SCOUT', token_hash: row.hash, used_at: null })
        .execute()
      const code = { hash: 'c', redirect_uri: '', redirect_asked: false, challenge: null, webhook_channel: null }
      await tx
        .insertInto('oauth_codes')
        .values({ ...of, ...code, user_scopes: [], used: false, expires_at: 9e15 })
        .execute()
    })
    const infoWith = (token: string) => call(usersInfo, { user: 'U0EVE' }, { token })
    expect(await infoWith('xoxp-eve')).toMatchObject({ ok: true, user: { deleted: false } })

    expect(await run('user', 'deactivate', 'EVE@acme.example')).toEqual({
      code: 0,
      out: 'eve (U0EVE) is deactivated in T0ACME: 1 session ended, 1 token revoked.\n',
      err: '',
    })

    expect(await eve.closed).toEqual({ code: 4003, reason: 'signed_out' })
    expect((await request('GET', '/session', undefined, { cookie: eve.cookie })).body['signed_in']).toBe(false)
    expect(await infoWith('xoxp-eve')).toMatchObject({
      error: expect.stringMatching(/^(token_revoked|account_inactive)$/),
    })
    expect((await request('POST', '/session', { team: 'T0ACME', user: 'U0EVE' })).status).toBe(401)
    await ana.until(() =>
      ana.frames.some((frame) => frame.type === 'user_changed' && frame.user.id === 'U0EVE' && frame.user.deleted),
    )
    for (const table of ['refresh_tokens', 'oauth_codes'] as const)
      expect(await store.db.selectFrom(table).select('hash').where('hash', 'in', ['r', 'c']).execute()).toEqual([])

    expect(await json('user', 'deactivate', 'eve')).toMatchObject({
      deactivated: true,
      ended: { sessions: 0, tokens: 0 },
    })
    expect(await json('user', 'activate', 'U0EVE')).toMatchObject({ id: 'U0EVE', deactivated: false })
    expect(await infoWith('xoxp-eve')).toMatchObject({ error: 'token_revoked' })
    expect((await request('GET', '/session', undefined, { cookie: eve.cookie })).body['signed_in']).toBe(false)
  })

  test('[OPS-3, OPS-5] adds people and sets passwords, which never are arguments nor printed', async () => {
    const { runWith, run, json, signIn, end, store } = await createScene()
    const added = await runWith('first secret\n', 'user', 'add', 'Zoe@acme.example', '--real-name', 'Zoë Q', '--admin')
    expect(added).toEqual({
      code: 0,
      text: expect.stringMatching(/^zoe \(U\w+\) is added to T0ACME as an admin, and can sign in\.\n$/),
    })
    expect(await signIn('zoe@acme.example', 'first secret')).toBe(204)
    const member = await store.db
      .selectFrom('members')
      .select('channel_id')
      .where('user_id', 'like', 'U__________')
      .execute()
    expect(member).toEqual([{ channel_id: 'C0GENERAL' }])

    const changed = await runWith('second secret', 'user', 'set-password', 'zoe')
    expect(changed.text).toMatch(/^zoe \(U\w+\) has another password: 1 session ended\.\n$/)
    expect([
      await signIn('zoe@acme.example', 'first secret'),
      await signIn('zoe@acme.example', 'second secret'),
    ]).toEqual([401, 204])

    for (const [input, args, words] of [
      ['short', ['set-password', 'zoe'], 'rivulet: A password has at least 8 characters.\n'],
      ['', ['set-password', 'zoe'], 'Standard input is empty.'],
      ['one line\nanother', ['set-password', 'zoe'], 'more than one line'],
      ['good enough', ['add', 'zoe@other.example'], 'has the name "zoe" already.'],
      ['good enough', ['add', 'EVE@acme.example', '--name', 'eva'], 'eve (U0EVE) has this address already.'],
      ['good enough', ['add', 'Zo', '--name', 'zo'], '"Zo" is not an e-mail address.'],
      ['good enough', ['add', 'a@b.example', '--name', 'rivulet'], 'would pass for the service'],
    ] as const)
      expect(await runWith(input, 'user', ...args)).toMatchObject({ code: 1, text: expect.stringContaining(words) })
    const [session] = await json('user', 'sessions', 'zoe')
    expect(session).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{12}$/), created_at: expect.any(Number) })
    expect(await run('user', 'sign-out', 'zoe', '--session', 'nope')).toMatchObject({ code: 1 })
    expect((await run('user', 'sign-out', 'zoe', '--session', session.id)).out).toMatch(/: 1 session ended\.\n$/)

    await end()
    expect(await runWith('a third secret', 'user', 'set-password', 'zoe')).toMatchObject({ code: 0 })
    const zoe = (await json('user', 'list')).find(({ name }: { name: string }) => name === 'zoe')
    expect(zoe).toMatchObject({
      email: 'Zoe@acme.example',
      admin: true,
      deactivated: false,
      has_password: true,
      sessions: 0,
    })
    expect((await run('user', 'list')).out).toMatch(
      /^ID +NAME +REAL NAME .*\n(?:.*\n)*U0GONE +gone +Gone Person +- +deactivated +0\n/,
    )
    expect(await run('user', 'sessions', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('nobody called "nobody"'),
    })
  })
})

describe('rivulet token', () => {
  test('[OPS-6] lists tokens without showing them, and revokes the one that is named', async () => {
    const { run, runWith, json, call, end } = await createScene()
    const outcome = async (token: string) => (await call(authTest, {}, { token })).error ?? 'ok'
    const list = async () => (await json('token', 'list', '--app', 'scout')) as Record<string, any>[]
    const before = await list()
    const bot = before.find(({ id }) => hashToken('xoxb-acme-scout').startsWith(id))
    expect(bot).toMatchObject({ app: { id: 'A0SCOUT', name: 'Scout' }, created_at: expect.any(Number), state: 'valid' })
    const { out } = await run('token', 'list', '--all')
    expect(out).not.toContain('xoxb-acme-scout')
    expect(out).toMatch(new RegExp(`^${bot?.['id']} +bot +Scout +T0ACME +- +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\dZ`, 'm'))

    expect((await run('token', 'revoke', bot?.['id'])).out).toBe(`The bot token ${bot?.['id']} of Scout is revoked.\n`)
    expect(await outcome('xoxb-acme-scout')).toBe('token_revoked')
    expect((await list()).length).toBe(before.length - 1)
    expect(await runWith('xapp-1-A0SCOUT-acme\n', 'token', 'revoke', '-')).toMatchObject({ code: 0 })
    expect(await outcome('xapp-1-A0SCOUT-acme')).toBe('token_revoked')
    expect(await run('token', 'revoke', 'ffffffffffff')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no such token.'),
    })

    await end()
    const [left] = await list()
    expect(await json('token', 'revoke', left?.['id'])).toMatchObject({ state: 'revoked' })
  })
})
