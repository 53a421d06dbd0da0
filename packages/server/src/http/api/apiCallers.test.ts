import { describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { test as authTest } from '#methods/auth/test'
import { history } from '#methods/conversations/history'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { stopClock } from '#testing/workspace/stopClock'

const root = '1767225600.000100'
const status = { channel_id: 'D0ANASCOUT', thread_ts: root, status: 'is thinking...' }

describe('the token of a call', () => {
  test('[ENV-7] the header wins over the body', async () => {
    const { call } = await createWorkspace()
    expect(await call(authTest, { token: 'xoxb-nobody' })).toMatchObject({ ok: true })
    expect(await call(authTest, { token: 'xoxb-acme-scout' }, { token: 'xoxb-nobody' })).toMatchObject({
      error: 'invalid_auth',
    })
  })

  test.each(['json', 'form'] as const)('[ENV-7] may stand in the body, %s', async (as) => {
    const { call } = await createWorkspace()
    expect(await call(authTest, { token: 'xoxb-acme-quiet' }, { token: 'none', as })).toMatchObject({
      ok: true,
      bot_id: 'B0QUIET',
    })
  })

  test('[ENV-7] in the query is ignored, and the answer says why', async () => {
    const { send } = await createWorkspace()
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
    const { send } = await createWorkspace()
    expect((await send('auth.test', { method: 'POST', headers: { authorization } })).body).toMatchObject(
      ok ? { ok } : { error: 'not_authed' },
    )
  })

  test.each([
    ['xoxb-nobody', 'invalid_auth', 'never issued'],
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
    const { call } = await createWorkspace()
    for (const method of [authTest, setStatus, history]) {
      expect(await call(method, {}, { token })).toMatchObject({
        ok: false,
        error,
        detail: expect.stringContaining(says),
      })
    }
  })

  test('[TOK] is stored only as its hash', async () => {
    const { store } = await createWorkspace()
    const stored = JSON.stringify(await store.db.selectFrom('tokens').selectAll().execute())
    expect(stored).not.toContain('xox')
    expect(stored).not.toContain('xapp')
  })
})

describe('the rate of calls', () => {
  test('[STA-6] 600 in any 60 seconds pass; the next gets an exact Retry-After', async () => {
    stopClock()
    const scene = await createWorkspace()
    await many(scene, 300)
    scene.store.db.clock.advance(20_000)
    await many(scene, 300)

    const over = await scene.post(setStatus, status)

    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '40'])
    expect(over.body).toMatchObject({ ok: false, error: 'ratelimited', detail: expect.stringContaining('in 40 s') })
    scene.store.db.clock.advance(39_999)
    const early = await scene.post(setStatus, status)
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1'])
    scene.store.db.clock.advance(1)
    expect((await scene.post(setStatus, status)).status).toBe(200)
  })

  test('[STA-6] counts for each app in each team, not for each token', async () => {
    const { post } = await createWorkspace()
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
