import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { turnClock } from '#domain/clock'
import { test as apiTest } from '#methods/api/test'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { test as authTest } from '#methods/auth/test'
import { startStream } from '#methods/chat/startStream'
import { history } from '#methods/conversations/history'
import { aWorkspace, type Workspace } from '#testing/workspace'

const root = '1767225600.000100'
const status = { channel_id: 'D0ANASCOUT', thread_ts: root, status: 'is thinking...' }
const bearer = { authorization: 'Bearer xoxb-acme-scout' }
const form = 'application/x-www-form-urlencoded'

describe('the envelope of every answer', () => {
  test('[ENV-1] is JSON with ok, HTTP 200 also for a failure, and never cached', async () => {
    const { post } = await aWorkspace()
    for (const answer of [await post(apiTest, {}), await post(setStatus, {})]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test.each(['no.such', '', 'chat', 'chat.startStream/', '../x', '%00', 'toString', '__proto__'])(
    '[ENV-2] the unknown method %j answers before anything is read',
    async (name) => {
      const { send } = await aWorkspace()
      const answer = await send(name.startsWith('..') ? 'x%2F..' : name, {
        method: 'POST',
        headers: { 'content-type': 'text/odd' },
        body: 'x',
      })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        ok: false,
        error: 'unknown_method',
        req_method: name.startsWith('..') ? 'x%2F..' : name,
      })
    },
  )

  test('[ENV-3] says what is wrong in a sentence and in the lines that clients log', async () => {
    const { post } = await aWorkspace()
    const { body } = await post(startStream, { chunks: [{ type: 'task_update', id: 'a', status: 'odd' }] })
    expect(body).toEqual({
      ok: false,
      error: 'invalid_arguments',
      detail: expect.stringMatching(/^missing required field: channel/),
      response_metadata: {
        messages: [
          '[ERROR] missing required field: channel',
          '[ERROR] missing required field: thread_ts',
          expect.stringMatching(/^\[ERROR\] .* \[json-pointer:\/chunks\/0\/status\]$/),
        ],
      },
    })
  })

  test('[ENV-4] missing_scope says which is needed and which there are', async () => {
    const { post } = await aWorkspace()
    const { body, headers } = await post(setStatus, status, { token: 'xoxb-acme-reader' })
    expect(body).toMatchObject({
      error: 'missing_scope',
      needed: 'chat:write,assistant:write',
      provided: 'channels:history,channels:read',
    })
    expect(headers.get('x-oauth-scopes')).toBe('channels:history,channels:read')
    expect(headers.get('x-accepted-oauth-scopes')).toBe('chat:write,assistant:write')
  })

  test.each(['none', 'xoxb-nobody', 'xoxb-acme-expired', 'xoxb-acme-plain'])(
    '[ENV-4] every answer has the scopes and an id: token %s',
    async (token) => {
      const { post } = await aWorkspace()
      const { headers } = await post(startStream, {}, { token })
      expect(headers.get('x-accepted-oauth-scopes')).toBe('chat:write')
      expect(headers.get('x-oauth-scopes')).toBe(token === 'xoxb-acme-plain' ? 'chat:write' : '')
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
    },
  )

  test('[ENV-4] the id of a request is that of its sender, where it is one', async () => {
    const { send } = await aWorkspace()
    expect((await send('api.test', { headers: { 'x-request-id': 'mine-1' } })).headers.get('x-request-id')).toBe(
      'mine-1',
    )
    expect((await send('api.test', { headers: { 'x-request-id': 'no "id"' } })).headers.get('x-request-id')).toMatch(
      /^[\w-]{8,64}$/,
    )
  })

  test.each([
    ['application/json', 'missing_charset', '{}'],
    ['text/plain', 'missing_charset', '{}'],
    ['application/json; charset=utf-8', undefined, '{}'],
    [form, undefined, 'a=1'],
    [`${form}; charset=utf-8`, 'superfluous_charset', 'a=1'],
  ])('[ENV-5] a body of %s is warned of with %s, in both places', async (type, warning, body) => {
    const { send } = await aWorkspace()
    for (const name of ['api.test', 'chat.startStream']) {
      const answer = (await send(name, { method: 'POST', headers: { ...bearer, 'content-type': type }, body })).body
      expect(answer['warning']).toBe(warning)
      expect(answer['response_metadata']?.warnings).toEqual(warning && [warning])
      if (name === 'chat.startStream') expect(answer['response_metadata'].messages).toHaveLength(2)
    }
  })
})

describe('the arguments of a call', () => {
  const lines = ['one', 'two']
  test.each([
    ['a form', form, new URLSearchParams({ ...status, loading_messages: JSON.stringify(lines) }).toString()],
    ['JSON', 'application/json; charset=utf-8', JSON.stringify({ ...status, loading_messages: lines })],
    [
      'JSON that holds JSON in a string',
      'application/json; charset=utf-8',
      JSON.stringify({ ...status, loading_messages: JSON.stringify(lines) }),
    ],
    ['text/plain that is JSON', 'text/plain; charset=utf-8', JSON.stringify({ ...status, loading_messages: lines })],
    [
      'text/plain that is a form',
      'text/plain; charset=utf-8',
      new URLSearchParams({ ...status, loading_messages: JSON.stringify(lines) }).toString(),
    ],
  ])('[ENV-6] are read from %s', async (_what, type, body) => {
    const { send, statusSeenBy } = await aWorkspace()
    const answer = await send(setStatus.name, { method: 'POST', headers: { ...bearer, 'content-type': type }, body })
    expect(answer.body).toEqual({ ok: true })
    expect(await statusSeenBy('ana', status.channel_id, root)).toMatchObject({
      text: 'Scout is thinking...',
      loading_messages: lines,
    })
  })

  test('[ENV-6] are read from a multipart body', async () => {
    const { send, statusSeenBy } = await aWorkspace()
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...status, status: 'überlegt…' })) body.set(name, value)
    expect((await send(setStatus.name, { method: 'POST', headers: bearer, body })).body).toEqual({ ok: true })
    expect(await statusSeenBy('ana', status.channel_id, root)).toMatchObject({ text: 'Scout überlegt…' })
  })

  test('[ENV-6] are decoded from iso-8859-1', async () => {
    const { send } = await aWorkspace()
    const type = `${form}; charset=iso-8859-1`
    const answer = await send('api.test', { method: 'POST', headers: { 'content-type': type }, body: 'a=gr%FCn' })
    expect(answer.body['args']).toEqual({ a: 'grün' })
  })

  test('[ENV-6] come from the query too, and the body wins', async () => {
    const { send } = await aWorkspace()
    const answer = await send('api.test?a=query&b=query', {
      method: 'POST',
      headers: { 'content-type': form },
      body: 'b=body',
    })
    expect(answer.body['args']).toEqual({ a: 'query', b: 'body' })
  })

  test('[ENV-6] may be null, or unknown, and count as left out', async () => {
    const { call } = await aWorkspace()
    expect(
      await call(setStatus, { ...status, loading_messages: null, icon_url: null, username: null, team_id: 'T0ACME' }),
    ).toEqual({ ok: true })
    expect(await call(setStatus, { ...status, status: null })).toMatchObject({
      error: 'invalid_arguments',
      detail: 'missing required field: status',
    })
  })

  test('[ENV-6] are left out by a null of the body, whatever the query says', async () => {
    const { send } = await aWorkspace()
    const answer = await send('api.test?a=query&b=query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"b":null}',
    })
    expect(answer.body['args']).toEqual({ a: 'query' })
  })

  test.each([form, 'application/json', 'application/json; charset=utf-8', 'text/plain', 'multipart/form-data'])(
    '[ENV-6] an empty body is fine as %s',
    async (type) => {
      const { send } = await aWorkspace()
      const answer = await send('auth.test', { method: 'POST', headers: { ...bearer, 'content-type': type } })
      expect(answer.body).toMatchObject({ ok: true })
      expect(answer.body).not.toHaveProperty('warning')
    },
  )

  test('[ENV-6] GET works for methods that only read', async () => {
    const { send } = await aWorkspace()
    expect((await send(`${history.name}?channel=C0HELP`, { headers: bearer })).body).toMatchObject({
      ok: true,
      messages: [{}],
    })
    expect((await send(`${history.name}?channel=C0NOPE`, { headers: bearer })).body).toMatchObject({
      error: 'channel_not_found',
    })
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '[ENV-6] %s of a method that writes is invalid_post_type',
    async (verb) => {
      const { send, posted } = await aWorkspace()
      const before = await posted()
      const answer = await send(`${setStatus.name}?${new URLSearchParams(status)}`, { method: verb, headers: bearer })
      expect(answer.body).toMatchObject({
        ok: false,
        error: 'invalid_post_type',
        detail: expect.stringContaining(verb),
      })
      expect(await posted()).toBe(before)
    },
  )

  test('[ENV-6] an array where a string is expected is told apart', async () => {
    const { call } = await aWorkspace()
    expect(await call(setStatus, { ...status, status: ['x'] })).toMatchObject({
      error: 'invalid_array_arg',
      detail: expect.stringContaining('"status"'),
    })
  })
})

describe('the token of a call', () => {
  test('[ENV-7] the header wins over the body', async () => {
    const { call } = await aWorkspace()
    expect(await call(authTest, { token: 'xoxb-nobody' })).toMatchObject({ ok: true })
    expect(await call(authTest, { token: 'xoxb-acme-scout' }, { token: 'xoxb-nobody' })).toMatchObject({
      error: 'invalid_auth',
    })
  })

  test.each(['json', 'form'] as const)('[ENV-7] may stand in the body, %s', async (as) => {
    const { call } = await aWorkspace()
    expect(await call(authTest, { token: 'xoxb-acme-quiet' }, { token: 'none', as })).toMatchObject({
      ok: true,
      bot_id: 'B0QUIET',
    })
  })

  test('[ENV-7] in the query counts as none, and the answer says why', async () => {
    const { send } = await aWorkspace()
    const answer = await send('auth.test?token=xoxb-acme-scout')
    expect(answer.body).toMatchObject({ error: 'not_authed', detail: expect.stringContaining('address') })
  })

  test.each([
    ['bearer xoxb-acme-scout', true],
    ['Bearer  xoxb-acme-scout ', true],
    ['xoxb-acme-scout', false],
    ['Basic xoxb-acme-scout', false],
    ['Bearer', false],
  ])('[ENV-7] Authorization: %j is a token: %s', async (authorization, ok) => {
    const { send } = await aWorkspace()
    expect((await send('auth.test', { method: 'POST', headers: { authorization } })).body).toMatchObject(
      ok ? { ok } : { error: 'not_authed' },
    )
  })

  test.each([
    ['xoxb-nobody', 'invalid_auth', 'Nobody'],
    ['xoxb-acme-fenced', 'invalid_auth', '127.0.0.1'],
    ['xoxb-acme-expired', 'token_expired', '2026-01-01'],
    ['xoxb-dead-scout', 'account_inactive', 'team'],
    ['xoxp-acme-gone', 'token_revoked', 'user'],
    ['xoxp-acme-revoked', 'token_revoked', 'revoked'],
    ['xoxb-joining-scout', 'team_added_to_org', 'T0JOINING'],
    ['xoxb-migrate-scout', 'org_login_required', 'T0MIGRATE'],
    ['xoxb-nets-scout', 'accesslimited', '127.0.0.1'],
    ['xoxb-twofa-scout', 'two_factor_setup_required', 'T0TWOFA'],
  ])('[TOK] %s is %s on every method', async (token, error, says) => {
    const { call } = await aWorkspace()
    for (const method of [authTest, setStatus, history]) {
      expect(await call(method, {}, { token })).toMatchObject({
        ok: false,
        error,
        detail: expect.stringContaining(says),
      })
    }
  })

  test('[TOK] is stored as its hash alone', async () => {
    const { store } = await aWorkspace()
    const stored = JSON.stringify(await store.db.selectFrom('tokens').selectAll().execute())
    expect(stored).not.toContain('xox')
    expect(stored).not.toContain('xapp')
  })
})

describe('the rate of calls', () => {
  test('[STA-6] 600 in any 60 seconds pass; the next hears exactly when it would', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const scene = await aWorkspace()
    await many(scene, 300)
    turnClock(20_000)
    await many(scene, 300)

    const over = await scene.post(setStatus, status)

    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '40'])
    expect(over.body).toMatchObject({ ok: false, error: 'ratelimited', detail: expect.stringContaining('in 40 s') })
    turnClock(39_999)
    const early = await scene.post(setStatus, status)
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1'])
    turnClock(1)
    expect((await scene.post(setStatus, status)).status).toBe(200)
  })

  test('[STA-6] counts for each app in each team, not for each token', async () => {
    const { post } = await aWorkspace()
    const busy = { channel_id: 'C0BUSY', thread_ts: root, status: 'x' }
    for (let i = 0; i < 5; i++) expect((await post(setStatus, busy, { token: 'xoxb-busy-scout' })).status).toBe(200)
    const over = await post(setStatus, busy, { token: 'xoxb-busy-scout' })
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^(59|60)$/)])
    expect((await post(setStatus, status)).status).toBe(200)
  })

  async function many({ post }: Workspace, count: number): Promise<void> {
    const answers = await Promise.all(Array.from({ length: count }, () => post(setStatus, status)))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
  }
})
