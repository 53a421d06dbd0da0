import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { test as authTest } from '#methods/auth/test'
import { revoke } from '#methods/auth/revoke'
import { postMessage } from '#methods/chat/postMessage'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { access } from './access.ts'

const ana = { team: 'T0ACME', user: 'U0ANA' }
const anonymous = { token: 'none', as: 'form' } as const

function agreed({ store }: Workspace, more: Partial<Parameters<typeof createOAuthCode>[0]> = {}) {
  return createOAuthCode({ store, ...ana, ...more })
}

/** The app has no tokens yet. */
async function createWithoutTokens() {
  const scene = await createWorkspace()
  await scene.store.write((tx) => tx.updateTable('tokens').set({ revoked: true }).execute())
  return scene
}

/** The app has token rotation. */
async function rotating(scene: Workspace) {
  const manifest = { display_information: { name: 'Scout' }, settings: { token_rotation_enabled: true } }
  await scene.store.write((tx) => tx.updateTable('apps').set({ manifest }).where('id', '=', 'A0SCOUT').execute())
}

describe('oauth.v2.access', () => {
  test('[APP-7] returns the tokens that a person agreed to', async () => {
    const scene = await createWithoutTokens()
    const { call } = scene

    const answer = await call(access, await agreed(scene, { userScopes: ['chat:write'] }), anonymous)

    expect(answer).toEqual({
      ok: true,
      app_id: 'A0SCOUT',
      access_token: expect.stringMatching(/^xoxb-[\w-]{43}$/),
      token_type: 'bot',
      scope: 'chat:write',
      bot_user_id: 'U0SCOUT',
      team: { id: 'T0ACME', name: 'Acme' },
      enterprise: null,
      is_enterprise_install: false,
      authed_user: {
        id: 'U0ANA',
        access_token: expect.stringMatching(/^xoxp-/),
        token_type: 'user',
        scope: 'chat:write',
      },
    })
    expect(await call(authTest, {}, { token: answer.access_token ?? '' })).toMatchObject({ user: 'scout', ok: true })
    const own = { token: answer.authed_user?.access_token ?? '' }
    expect(await call(authTest, {}, own)).toMatchObject({ user_id: 'U0ANA', app_id: 'A0SCOUT' })
    expect((await call(postMessage, { channel: 'C0HELP', text: 'Mine' }, own)).ok).toBe(true)
  })

  test('[APP-15] takes the verifier of a public client in place of the secret, for user tokens', async () => {
    const scene = await createWorkspace()
    const verifier = 'v'.repeat(64)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const manifest = {
      display_information: { name: 'Scout' },
      oauth_config: { pkce_enabled: true },
      settings: { token_rotation_enabled: true },
    }
    await scene.store.write((tx) => tx.updateTable('apps').set({ manifest }).where('id', '=', 'A0SCOUT').execute())
    const own = { scopes: [], userScopes: ['chat:write'], challenge }
    const { client_id, client_secret, code } = await agreed(scene, own)
    const exchange = (args: object) => scene.call(access, { client_id, ...args }, anonymous)
    for (const args of [{}, { code_verifier: 'other' }, { client_secret }])
      expect(await exchange({ code, ...args })).toMatchObject({ error: 'invalid_code_verifier' })
    const answer = await exchange({ code, code_verifier: verifier })
    expect(answer).toMatchObject({ ok: true, authed_user: { id: 'U0ANA', token_type: 'user' } })
    const refresh = { grant_type: 'refresh_token', refresh_token: answer.authed_user?.refresh_token }
    expect(await exchange(refresh)).toMatchObject({ ok: true, token_type: 'user' })

    const forBot = await agreed(scene, { ...own, scopes: ['chat:write'] })
    const withoutSecret = await exchange({ code: forBot.code, code_verifier: verifier })
    expect(withoutSecret).toMatchObject({ error: 'bad_client_secret' })
    const unproven = await agreed(scene, { scopes: [], userScopes: ['chat:write'] })
    expect(await exchange({ code: unproven.code })).toMatchObject({ error: 'bad_client_secret' })
    expect(await exchange({ ...unproven, code_verifier: verifier })).toMatchObject({ error: 'invalid_code_verifier' })
    expect(await exchange({ ...forBot, code_verifier: verifier })).toMatchObject({ ok: true, token_type: 'bot' })
  })

  test('[APP-7] takes HTTP Basic', async () => {
    const scene = await createWorkspace()
    const { client_id, client_secret, code } = await agreed(scene)
    const basic = Buffer.from(`${client_id}:${encodeURIComponent(client_secret)}`).toString('base64')
    const init = { method: 'POST', headers: { authorization: `Basic ${basic}` }, body: new URLSearchParams({ code }) }
    expect((await scene.send('oauth.v2.access', init)).body).toMatchObject({ ok: true, token_type: 'bot' })
  })

  test('[APP-7] with user scopes only returns no bot token', async () => {
    const scene = await createWithoutTokens()
    const answer = await scene.call(access, await agreed(scene, { scopes: [], userScopes: ['users:read'] }), anonymous)
    expect(answer).not.toHaveProperty('access_token')
    expect(answer).toMatchObject({ ok: true, authed_user: { id: 'U0ANA', scope: 'users:read' } })
  })

  test('[APP-7] keeps no secret in the journal', async () => {
    const scene = await createWorkspace()
    const given = await agreed(scene)
    const { access_token: token = '' } = await scene.call(access, given, anonymous)
    const journal = JSON.stringify(scene.api.journal?.after(0))
    expect(journal).toContain('oauth.v2.access')
    for (const secret of [given.client_secret, given.code, token]) expect(journal).not.toContain(secret)
  })

  test('[APP-8] renews an expiring token; the old one stays valid until it expires', async () => {
    const scene = await createWithoutTokens()
    const { call } = scene
    await rotating(scene)
    const { client_id, client_secret, code } = await agreed(scene)
    const client = { client_id, client_secret }
    const first = await call(access, { ...client, code }, anonymous)
    expect(first).toMatchObject({ access_token: expect.stringMatching(/^xoxe\.xoxb-/), expires_in: 43_200 })

    scene.store.db.clock.advance(39_600_000)
    const renewing = { ...client, grant_type: 'refresh_token', refresh_token: first.refresh_token }
    const second = await call(access, renewing, anonymous)

    expect(second).toMatchObject({ ok: true, token_type: 'bot', scope: 'chat:write', expires_in: 43_200 })
    expect(second).not.toHaveProperty('authed_user')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    const tokens = [first.access_token ?? '', second.access_token ?? '']
    const good = () => Promise.all(tokens.map(async (token) => (await call(authTest, {}, { token })).error ?? 'ok'))
    expect(await good()).toEqual(['ok', 'ok'])
    // The answer may have been lost, so the same call works again for a minute.
    expect(await call(access, renewing, anonymous)).toMatchObject({ ok: true })
    scene.store.db.clock.advance(60_000)
    expect(await call(access, renewing, anonymous)).toMatchObject({ error: 'invalid_refresh_token' })
    scene.store.db.clock.advance(3_600_000)
    expect(await good()).toEqual(['token_expired', 'ok'])
  })

  test("[APP-8] renews a person's token on its own", async () => {
    const scene = await createWithoutTokens()
    await rotating(scene)
    const { code, ...client } = await agreed(scene, { scopes: [], userScopes: ['users:read'] })
    const { authed_user: user } = await scene.call(access, { ...client, code }, anonymous)
    const renewing = { ...client, grant_type: 'refresh_token', refresh_token: user?.refresh_token }
    const renewed = await scene.call(access, renewing, anonymous)
    expect(renewed).toMatchObject({ token_type: 'user', scope: 'users:read', authed_user: { id: 'U0ANA' } })
    expect(await scene.call(authTest, {}, { token: renewed.access_token ?? '' })).toMatchObject({ user_id: 'U0ANA' })
  })

  test('[APP-8] renews no token that was revoked', async () => {
    const scene = await createWorkspace()
    await rotating(scene)
    const { code, ...client } = await agreed(scene)
    const { access_token: token = '', refresh_token } = await scene.call(access, { ...client, code }, anonymous)
    await scene.call(revoke, {}, { token })
    const renewing = { ...client, grant_type: 'refresh_token', refresh_token }
    expect(await scene.call(access, renewing, anonymous)).toMatchObject({ error: 'invalid_refresh_token' })
  })

  const refused: Refusals<typeof access> = {
    invalid_client_id: { args: { client_id: '1.2', client_secret: 'x', code: 'x' }, detail: 'No app', ...anonymous },
    bad_client_secret: {
      args: {},
      prepare: async (scene) => ({ ...(await agreed(scene)), client_secret: 'nope' }),
      detail: 'client secret',
      ...anonymous,
    },
    invalid_code: {
      args: {},
      prepare: async (scene) => ({ ...(await agreed(scene)), code: 'nope' }),
      detail: 'ten minutes',
      ...anonymous,
    },
    code_already_used: {
      args: {},
      prepare: async (scene) => {
        const given = await agreed(scene)
        // [APP-22] The second time writes what is revoked.
        for (let i = 0; i < 2; i++) await scene.call(access, given, anonymous)
        return given
      },
      detail: 'already',
      ...anonymous,
    },
    bad_redirect_uri: {
      args: { redirect_uri: 'https://scout.example/other' },
      prepare: (scene) => agreed(scene),
      detail: 'redirect_uri',
      ...anonymous,
    },
    invalid_code_verifier: {
      args: { code_verifier: 'x' },
      prepare: (scene) => agreed(scene),
      ...anonymous,
      detail: 'code_verifier',
    },
    invalid_grant_type: {
      args: { grant_type: 'password' },
      prepare: (scene) => agreed(scene),
      detail: '"password"',
      ...anonymous,
    },
    invalid_refresh_token: {
      args: { grant_type: 'refresh_token', refresh_token: 'xoxe-1-nope' },
      prepare: (scene) => agreed(scene),
      detail: 'refresh token',
      ...anonymous,
    },
  }
  test.each(refusalRows(refused))('[APP-7] answers %s', (error, given) => expectRefusal(access, error, given))

  test.each<[string, Parameters<typeof agreed>[1], object, (scene: Workspace) => unknown]>([
    ['invalid_code', {}, {}, ({ store }) => store.db.clock.advance(600_000)],
    ['bad_redirect_uri', { redirectAsked: true }, {}, () => {}],
    [
      'invalid_code',
      {},
      {},
      ({ store }) =>
        store.write((tx) => tx.updateTable('users').set({ deleted: true }).where('id', '=', 'U0ANA').execute()),
    ],
    [
      'invalid_client_id',
      {},
      {},
      ({ store }) => store.write((tx) => tx.updateTable('apps').set({ removed: true }).execute()),
    ],
    ['invalid_code', { app: 'A0OTHER' }, { of: 'A0SCOUT' }, () => {}],
  ])('[APP-7] answers %s too where %j', async (error, more, other, happens) => {
    const scene = await createWorkspace()
    const apps = await scene.store.db.selectFrom('apps').select('id').execute()
    const app = more?.app ? apps.map(({ id }) => id).find((id) => id !== 'A0SCOUT') : undefined
    const given = await agreed(scene, app ? { ...more, app } : more)
    const client = 'of' in other ? await agreed(scene) : given
    await happens(scene)
    expect(await scene.call(access, { ...client, code: given.code }, anonymous)).toMatchObject({ ok: false, error })
  })
})
