import { describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'

const file = JSON.stringify({
  version: 1,
  teams: [
    { id: 'T0A', name: 'Acme', domain: 'acme', users: [{ id: 'U0A', name: 'ana', real_name: 'Ana Lima' }] },
    { id: 'T0B', name: 'Bolt', domain: 'bolt', users: [{ id: 'U0B', name: 'ben' }] },
  ],
  apps: [
    {
      id: 'A0OWL',
      client_id: '1.2',
      client_secret: 'hush',
      installed_in: [],
      manifest: {
        display_information: { name: 'Owl' },
        features: { bot_user: { display_name: 'Night Owl' }, agent_view: { agent_description: 'Watches' } },
        oauth_config: { redirect_urls: ['https://owl.example/slack'], scopes: { bot: ['chat:write'] } },
      },
    },
    { id: 'A0MUTE', client_id: '3.4', installed_in: [], manifest: { display_information: { name: 'Mute' } } },
    {
      id: 'A0GONE',
      client_id: '5.6',
      installed_in: [],
      removed: true,
      manifest: { display_information: { name: 'Gone' }, oauth_config: { redirect_urls: ['https://g.example'] } },
    },
  ],
})

const asked = {
  client_id: '1.2',
  scope: 'chat:write,im:history',
  state: 'a b&c',
  redirect_uri: 'https://owl.example/slack/back',
}
const query = (given: object) => `/oauth/v2/consent?${new URLSearchParams(Object.entries(given)).toString()}`

/** Starts a server, and signs this person in with a browser. */
async function openBrowser(user = 'U0A', team = 'T0A') {
  const server = await startServer({ file })
  const signedIn = await server.request('POST', '/session', { team, user })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const ask = (method: string, path: string, body?: unknown, headers = {}) =>
    server.request(method, path, body, { cookie, ...headers })
  return { ...server, ask, anybody: server.request }
}

async function tokensFor({ url }: { url: string }, args: Record<string, string>) {
  const body = new URLSearchParams({ client_id: '1.2', client_secret: 'hush', ...args })
  return (await fetch(`${url}/api/oauth.v2.access`, { method: 'POST', body })).json() as Promise<Record<string, any>>
}

describe('the consent page', () => {
  test('[APP-5] shows the app, the scopes, the person and the redirect address', async () => {
    const { ask } = await openBrowser()
    expect((await ask('GET', query({ ...asked, user_scope: 'users:read search:read' }))).body).toEqual({
      app: { id: 'A0OWL', name: 'Owl', bot_user: 'U0OWL', bot_name: 'Night Owl', description: 'Watches' },
      team: { id: 'T0A', name: 'Acme' },
      person: { id: 'U0A', name: 'Ana Lima' },
      scopes: ['chat:write', 'im:history'],
      user_scopes: ['users:read', 'search:read'],
      returns_to: 'owl.example',
      installed: false,
    })
  })

  test('[APP-5] asks for the manifest’s scopes if the address names none', async () => {
    const { ask } = await openBrowser()
    const { body } = await ask('GET', query({ client_id: '1.2' }))
    expect(body).toMatchObject({ scopes: ['chat:write'], user_scopes: [] })
  })

  test('[APP-5, APP-7] Allow redirects with a code that can be exchanged for tokens, once', async () => {
    const browser = await openBrowser()
    const { body } = await browser.ask('POST', '/oauth/v2/consent', { asked, agree: true })
    const back = new URL(body['go'])
    expect(`${back.origin}${back.pathname}`).toBe('https://owl.example/slack/back')
    expect(back.searchParams.get('state')).toBe('a b&c')
    const code = back.searchParams.get('code') ?? ''

    const tokens = await tokensFor(browser, { code, redirect_uri: asked.redirect_uri })

    expect(tokens).toMatchObject({
      ok: true,
      scope: 'chat:write,im:history',
      team: { id: 'T0A' },
      bot_user_id: 'U0OWL',
    })
    const headers = { authorization: `Bearer ${tokens['access_token']}` }
    expect((await browser.ask('POST', '/api/auth.test', {}, headers)).body).toMatchObject({ ok: true, team: 'Acme' })
    expect((await browser.ask('GET', query(asked))).body).toMatchObject({ installed: true })
    expect(await tokensFor(browser, { code, redirect_uri: asked.redirect_uri })).toMatchObject({
      error: 'code_already_used',
    })
  })

  test.each([
    [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }, false, 'pkce_not_allowed'],
    [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, true, 'invalid_code_challenge'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, true, 'invalid_code_challenge'],
    [{ code_challenge_method: 'S256' }, true, 'invalid_code_challenge'],
    [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }, true, undefined],
  ])('[APP-15] a challenge %j where PKCE is on: %s', async (challenge, isOn, error) => {
    const { ask, store } = await openBrowser()
    const owl = () => store.db.selectFrom('apps').selectAll().where('id', '=', 'A0OWL').executeTakeFirstOrThrow()
    const { manifest } = await owl()
    const oauth = { ...Object(manifest['oauth_config']), pkce_enabled: isOn }
    const set = { manifest: { ...manifest, oauth_config: oauth } }
    await store.write((tx) => tx.updateTable('apps').set(set).where('id', '=', 'A0OWL').execute())
    const { body } = await ask('POST', '/oauth/v2/consent', { asked: { ...asked, ...challenge }, agree: true })
    expect(body['error']).toBe(error)
    const codes = await store.db.selectFrom('oauth_codes').select('challenge').execute()
    expect(codes).toEqual(error ? [] : [{ challenge: 'a'.repeat(43) }])
  })

  test('[APP-5] Cancel redirects without a code', async () => {
    const { ask } = await openBrowser()
    const { body } = await ask('POST', '/oauth/v2/consent', { asked, agree: false })
    expect(body['go']).toBe('https://owl.example/slack/back?error=access_denied&state=a+b%26c')
  })

  test('[APP-5] installs the app in the team of the person who agrees, and in no other', async () => {
    const browser = await openBrowser('U0B', 'T0B')
    const { body } = await browser.ask('POST', '/oauth/v2/consent', { asked, agree: true })
    const code = new URL(body['go']).searchParams.get('code') ?? ''
    expect(await tokensFor(browser, { code, redirect_uri: asked.redirect_uri })).toMatchObject({ team: { id: 'T0B' } })
    const rows = await browser.store.db.selectFrom('installations').selectAll().execute()
    expect(rows).toEqual([{ app_id: 'A0OWL', team_id: 'T0B', installed_by: 'U0B' }])
  })

  test.each([
    ['invalid_client_id', { client_id: '9.9' }],
    ['invalid_client_id', { client_id: '' }],
    ['invalid_client_id', { client_id: '5.6' }],
    ['bad_redirect_uri', { redirect_uri: 'https://evil.example/slack' }],
    ['bad_redirect_uri', { client_id: '3.4', redirect_uri: 'https://owl.example/slack' }],
    ['invalid_scope', { scope: 'chat:write,<script>' }],
    ['invalid_scope', { scope: Array.from({ length: 101 }, (_, i) => `s${i}`).join() }],
    ['invalid_arguments', { state: 'a'.repeat(4001) }],
  ])('[APP-5, APP-6] answers %s to %j, without a redirect', async (error, given) => {
    const { ask, store } = await openBrowser()
    const wrong = { ...asked, ...given }
    const answers = [
      await ask('GET', query(wrong)),
      await ask('POST', '/oauth/v2/consent', { asked: wrong, agree: true }),
      await ask('POST', '/oauth/v2/consent', { asked: wrong, agree: false }),
    ]
    for (const { status, body } of answers) {
      expect([status, body['error']]).toEqual([400, error])
      expect(body).not.toHaveProperty('go')
    }
    expect(await store.db.selectFrom('oauth_codes').selectAll().execute()).toEqual([])
  })

  test('[APP-5] is for signed-in people, and for pages of this server', async () => {
    const { ask, anybody } = await openBrowser()
    const agreeing = { asked, agree: true }
    expect((await anybody('GET', query(asked))).status).toBe(401)
    expect((await anybody('POST', '/oauth/v2/consent', agreeing)).status).toBe(401)
    for (const headers of [{ origin: 'https://owl.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await ask('POST', '/oauth/v2/consent', agreeing, headers)).status).toBe(403)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await ask('POST', '/oauth/v2/consent', 'agree=true', form)).status).toBe(415)
    expect((await ask('GET', '/oauth/v2/consent', undefined)).status).toBe(400)
  })

  test('cannot be framed by another site', async () => {
    const { ask } = await openBrowser()
    const { headers } = await ask('GET', '/oauth/v2/authorize?client_id=1.2')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})
