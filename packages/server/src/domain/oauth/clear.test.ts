import { expect, test } from 'vitest'
import { resetClock, turnClock } from '#domain/clock'
import { configurationToken } from '#domain/apps/manage'
import { revoke } from '#methods/auth/revoke'
import { test as authTest } from '#methods/auth/test'
import { access } from '#methods/oauth/v2/access'
import { anAgreement } from '#testing/apps/consent'
import { aDirectory, onBothDatabases } from '#testing/server/databases'
import { aServer } from '#testing/server/server'
import { aWorkspace } from '#testing/workspace/workspace'
import { clearTokens } from './clear.ts'

const [minute, day] = [60_000, 86_400_000]
const lasts = 12 * 60 * minute
const anonymous = { token: 'none', as: 'form' } as const
const rotates = { display_information: { name: 'Scout' }, settings: { token_rotation_enabled: true } }

onBothDatabases('[APP-11] a token that expired', (open) => {
  async function anApp() {
    const scene = await aWorkspace({ store: await open() })
    const { store, call } = scene
    await store.write((tx) => tx.updateTable('apps').set({ manifest: rotates }).where('id', '=', 'A0SCOUT').execute())
    const { code, ...client } = await anAgreement({ store, team: 'T0ACME', user: 'U0ANA' })
    return { ...scene, first: () => given({ code }), renew, said, rows }

    async function given(args: object) {
      const { access_token: token = '', refresh_token: refresh = '' } = await call(
        access,
        { ...client, ...args },
        anonymous,
      )
      return { token, refresh }
    }
    function renew(refresh_token: string) {
      return given({ grant_type: 'refresh_token', refresh_token })
    }
    /** What each is answered after the sweep. */
    async function said(...tokens: string[]) {
      await clearTokens(store)
      return Promise.all(tokens.map(async (token) => (await call(authTest, {}, { token })).error ?? 'ok'))
    }
    async function rows() {
      const all = await Promise.all([
        store.db.selectFrom('tokens').select('hash').execute(),
        store.db.selectFrom('refresh_tokens').select('hash').execute(),
      ])
      return all.map(({ length }) => length)
    }
  }

  test('is known as that for 30 days, and then forgotten with what renewed it', async () => {
    const { first, renew, said, rows } = await anApp()
    const [tokens = 0, refreshing = 0] = await rows()
    const one = await first()
    const two = await renew(one.refresh)
    expect(await rows()).toEqual([tokens + 2, refreshing + 2])
    turnClock(lasts)
    expect(await said(one.token, two.token)).toEqual(['token_expired', 'token_expired'])
    turnClock(30 * day - minute)
    expect(await said(one.token)).toEqual(['token_expired'])
    turnClock(2 * minute)
    expect(await said(one.token, 'xoxb-acme-expired')).toEqual(['invalid_auth', 'token_expired'])
    expect(await rows()).toEqual([tokens + 1, refreshing + 1])
    expect(await renew(one.refresh)).toEqual({ token: '', refresh: '' })
  })

  test('is kept as long as its refresh token was never used, and renewed by that', async () => {
    const { first, renew, said } = await anApp()
    const { token, refresh } = await first()
    turnClock(400 * day)
    expect(await said(token)).toEqual(['token_expired'])
    const next = await renew(refresh)
    expect(await said(token, next.token)).toEqual(['token_expired', 'ok'])
    // For a minute the answer may have been lost.
    expect((await renew(refresh)).token).toMatch(/^xoxe/)
    turnClock(minute)
    expect(await said(token, next.token)).toEqual(['invalid_auth', 'ok'])
  })

  test('and was revoked is forgotten although nothing renewed it, and so is one that apps were made with', async () => {
    const { first, said, call, store } = await anApp()
    const { token } = await first()
    await call(revoke, {}, { token })
    const making = await store.write((tx) => configurationToken(tx, { team: 'T0ACME' }))
    turnClock(lasts + 30 * day)
    expect(await said(token, making.token)).toEqual(['invalid_auth', 'invalid_auth'])
  })

  test('is one of many: they go slice by slice, all of them', async () => {
    const { store, rows } = await anApp()
    const [before = 0] = await rows()
    const many = Array.from({ length: 450 }, (_, i) => ({ hash: `h${i}`, kind: 'user' as const, team_id: 'T0ACME' }))
    const rest = { app_id: null, enterprise_id: null, user_id: 'U0ANA', scopes: [], teams_granted: null }
    const expired = { ...rest, expires_at: 1, revoked: false }
    await store.write((tx) =>
      tx
        .insertInto('tokens')
        .values(many.map((one) => ({ ...one, ...expired })))
        .execute(),
    )
    await clearTokens(store)
    expect((await rows())[0]).toBe(before)
  })
})

test('[APP-11] a server that starts forgets what is due', async () => {
  const data = aDirectory()
  const before = await aServer({ data })
  const { token } = await before.store.write((tx) => configurationToken(tx, { team: 'T0ACME' }))
  await before.end()
  turnClock(31 * day)
  const { ask } = await aServer({ data })
  const headers = { authorization: `Bearer ${token}` }
  await expect.poll(async () => (await ask('POST', '/api/auth.test', {}, headers)).body['error']).toBe('invalid_auth')
})

test.afterEach(resetClock)
