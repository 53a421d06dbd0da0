import { expect, test } from 'vitest'
import { issueConfigurationToken } from '#domain/apps/configurationToken'
import { hashToken } from '#domain/ids'
import { revoke } from '#methods/auth/revoke'
import { test as authTest } from '#methods/auth/test'
import { access } from '#methods/oauth/v2/access'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { createTempDirectory, onBothDatabases } from '#testing/database/databases'
import { startServer } from '#testing/server/server'
import { createWorkspace } from '#testing/workspace/workspace'
import { deleteExpiredTokens } from './tokens.ts'

const [minute, day] = [60_000, 86_400_000]
const lasts = 12 * 60 * minute
const anonymous = { token: 'none', as: 'form' } as const
const rotates = { display_information: { name: 'Scout' }, settings: { token_rotation_enabled: true } }

onBothDatabases('[APP-11] a token that expired', (open) => {
  async function createRotatingApp() {
    const scene = await createWorkspace({ store: await open() })
    const { store, call } = scene
    await store.write((tx) => tx.updateTable('apps').set({ manifest: rotates }).where('id', '=', 'A0SCOUT').execute())
    const { code, ...client } = await createOAuthCode({ store, team: 'T0ACME', user: 'U0ANA' })
    return { ...scene, clock: store.db.clock, first: () => given({ code }), renew, said, rows }

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
      await deleteExpiredTokens(store)
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

  test('is kept as expired for 30 days, and then deleted with its refresh token', async () => {
    const { clock, first, renew, said, rows } = await createRotatingApp()
    const [tokens = 0, refreshing = 0] = await rows()
    const one = await first()
    const two = await renew(one.refresh)
    expect(await rows()).toEqual([tokens + 2, refreshing + 2])
    clock.advance(lasts)
    expect(await said(one.token, two.token)).toEqual(['token_expired', 'token_expired'])
    clock.advance(30 * day - minute)
    expect(await said(one.token)).toEqual(['token_expired'])
    clock.advance(2 * minute)
    expect(await said(one.token, 'xoxb-acme-expired')).toEqual(['invalid_auth', 'token_expired'])
    expect(await rows()).toEqual([tokens + 1, refreshing + 1])
    expect(await renew(one.refresh)).toEqual({ token: '', refresh: '' })
  })

  test('is kept as long as its refresh token is unused, and can be renewed', async () => {
    const { clock, first, renew, said } = await createRotatingApp()
    const { token, refresh } = await first()
    clock.advance(400 * day)
    expect(await said(token)).toEqual(['token_expired'])
    const next = await renew(refresh)
    expect(await said(token, next.token)).toEqual(['token_expired', 'ok'])
    // The answer may have been lost, so the refresh token works for another minute.
    expect((await renew(refresh)).token).toMatch(/^xoxe/)
    clock.advance(minute)
    expect(await said(token, next.token)).toEqual(['invalid_auth', 'ok'])
  })

  test('is deleted if it was revoked, even if it was never renewed; so is a configuration token', async () => {
    const { first, said, call, store } = await createRotatingApp()
    const { token } = await first()
    await call(revoke, {}, { token })
    const making = await store.write((tx) => issueConfigurationToken(tx, { team: 'T0ACME' }))
    store.db.clock.advance(lasts + 30 * day)
    expect(await said(token, making.token)).toEqual(['invalid_auth', 'invalid_auth'])
  })

  test('stays known as expired if it is a token of a workspace file without an app', async () => {
    const { store, said } = await createRotatingApp()
    const own = { hash: hashToken('xoxp-own'), kind: 'user', team_id: 'T0ACME', user_id: 'U0ANA' } as const
    const rest = { app_id: null, enterprise_id: null, scopes: ['chat:write'], teams_granted: null }
    await store.write((tx) =>
      tx
        .insertInto('tokens')
        .values({ ...own, ...rest, expires_at: 1, revoked: false })
        .execute(),
    )
    expect(await said('xoxp-own')).toEqual(['token_expired'])
  })

  test('is deleted batch by batch with all others', async () => {
    const { store, rows } = await createRotatingApp()
    const [before = 0] = await rows()
    const many = Array.from({ length: 450 }, (_, i) => ({ hash: `h${i}`, kind: 'user' as const, team_id: 'T0ACME' }))
    const rest = {
      app_id: null,
      enterprise_id: null,
      user_id: 'U0ANA',
      scopes: ['app_configurations:write'],
      teams_granted: null,
    }
    const expired = { ...rest, expires_at: 1, revoked: false }
    await store.write((tx) =>
      tx
        .insertInto('tokens')
        .values(many.map((one) => ({ ...one, ...expired })))
        .execute(),
    )
    await deleteExpiredTokens(store)
    expect((await rows())[0]).toBe(before)
  })
})

test('[APP-11] a server deletes what is due when it starts', async () => {
  const data = createTempDirectory()
  const before = await startServer({ data })
  const { token } = await before.store.write((tx) => issueConfigurationToken(tx, { team: 'T0ACME' }))
  await before.end()
  const { clock } = before.store.db
  clock.advance(31 * day)
  const { request } = await startServer({ data, clock })
  const headers = { authorization: `Bearer ${token}` }
  await expect
    .poll(async () => (await request('POST', '/api/auth.test', {}, headers)).body['error'])
    .toBe('invalid_auth')
})
