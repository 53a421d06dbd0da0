import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDirectory, scout } from '#testing/server/appDirectory'

async function callApi(api: string, method: string, token = '', args: object = {}) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' }
  const response = await fetch(api + method, { method: 'POST', headers, body: JSON.stringify(args) })
  return response.json() as Promise<Record<string, any>>
}

describe('rivulet app install', () => {
  test('[APP-1, APP-4] creates an app with a bot user and working tokens while a server runs', async () => {
    const { served, installed } = createDirectory()
    const { api, url } = await served('dev')

    const { app_id, updated, environment } = await installed()

    expect(updated).toBe(false)
    expect(environment['SLACK_API_URL']).toBe(`${url}/api/`)
    expect(await callApi(api, 'auth.test', environment['SLACK_BOT_TOKEN'])).toMatchObject({
      ok: true,
      user: 'scout',
      app_id,
    })
    expect(await callApi(api, 'apps.connections.open', environment['SLACK_APP_TOKEN'])).toMatchObject({ ok: true })
    const [opened, listed] = [
      await callApi(api, 'conversations.open', environment['SLACK_BOT_TOKEN'], { users: 'U0A' }),
      await callApi(api, 'users.list', environment['SLACK_BOT_TOKEN']),
    ]
    expect([opened['error'], listed['needed']]).toEqual(['missing_scope', 'users:read'])
  })

  test('[APP-2] changes the app of that file and its tokens at once', async () => {
    const { served, installed, write } = createDirectory()
    const { api } = await served('dev')
    const first = await installed()

    write({
      ...scout,
      oauth_config: { scopes: { bot: ['users:read'] } },
      features: { bot_user: { display_name: 'Ranger' } },
    })
    const second = await installed()

    expect(second).toEqual({ ...first, updated: true })
    const { members } = await callApi(api, 'users.list', first.environment['SLACK_BOT_TOKEN'])
    expect(members.map((user: { real_name: string }) => user.real_name)).toContain('Ranger')
  })

  test('[APP-3, APP-4] shows the tokens only once, except in development', async () => {
    const { served, installed, environment, run } = createDirectory()
    const server = await served('serve')
    const first = await installed()
    expect((await callApi(server.api, 'auth.test', first.environment['SLACK_BOT_TOKEN']))['ok']).toBe(true)

    const again = await environment('--app', 'scout')
    expect(Object.keys(again.variables)).not.toContain('SLACK_BOT_TOKEN')
    expect(again.variables['SLACK_SIGNING_SECRET']).toBe(first.environment['SLACK_SIGNING_SECRET'])
    expect(again.err).toContain('stores only hashes')
    expect((await installed()).environment).toEqual(again.variables)

    const anew = await environment('--app', 'scout', '--new-tokens')
    expect(anew.err).toContain('shown only this once')
    for (const token of [first.environment['SLACK_BOT_TOKEN'], anew.variables['SLACK_BOT_TOKEN']])
      expect((await callApi(server.api, 'auth.test', token))['ok']).toBe(true)
    expect((await server.stop()).err).not.toContain(first.environment['SLACK_BOT_TOKEN'])
    expect((await run('env', '--app', 'scout')).out).not.toContain('BOT_TOKEN')
  })

  test('[APP-4] opens the data if no server runs, also after one was killed', async () => {
    const { served, installed, cwd } = createDirectory()
    const killed = await served('dev')
    const socket = join(cwd, '.rivulet', 'rivulet.sock')
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    await killed.stop('SIGKILL')
    expect(existsSync(socket)).toBe(true)

    const { environment } = await installed('--by', 'ben')

    const { api, stop } = await served('dev')
    expect(await callApi(api, 'auth.test', environment['SLACK_BOT_TOKEN'])).toMatchObject({ ok: true })
    await stop()
    expect(existsSync(socket)).toBe(false)
  })

  test('[APP-4] reaches a development server by its address', async () => {
    const { served, installed } = createDirectory()
    const { api, url } = await served('dev', '--data', ':memory:')
    const { environment } = await installed('--url', url)
    expect(await callApi(api, 'auth.test', environment['SLACK_BOT_TOKEN'])).toMatchObject({ ok: true })
  })

  test.each([
    ['{"display_information":{}}', [], 2, 'manifest.json:1:24: display_information.name is missing'],
    ['{', [], 2, 'manifest.json:1:2: '],
    [JSON.stringify(scout), ['--team', 'nope'], 1, 'There is no team "nope": there are acme (T0A).'],
    [JSON.stringify(scout), ['--by', 'nope'], 1, 'There is nobody called "nope" in T0A.'],
    [JSON.stringify(scout), ['--app', 'nope'], 1, 'There is no app "nope" in T0A.'],
    [JSON.stringify(scout), ['--data', 'nope'], 1, 'holds no data of a server'],
    [JSON.stringify(scout), ['--url', 'http://127.0.0.1:1'], 1, 'No server answers at http://127.0.0.1:1'],
  ])('says what is wrong: %s %j', async (manifest, args, code, words) => {
    const { served, write, run } = createDirectory()
    await served('dev')
    write(manifest)
    const ended = await run('app', 'install', 'manifest.json', ...args)
    expect(ended).toMatchObject({ code, out: '', err: expect.stringContaining(words) })
  })

  test('warns of a misspelt key, and installs', async () => {
    const { served, run } = createDirectory({ ...scout, setings: {}, settings: undefined })
    await served('dev')
    const { code, out, err } = await run('app', 'install', 'manifest.json')
    expect(err).toMatch(/manifest\.json:1:\d+: setings is kept but never read; did you mean "settings"\?/)
    expect(code).toBe(0)
    expect(out).toContain('is installed in Acme, by ana.')
    expect(out).toContain('    export SLACK_BOT_TOKEN=xoxb-')
  })
})

describe('rivulet app uninstall', () => {
  test('[APP-10] uninstalls the app whether a server runs or not', async () => {
    const { served, installed, run } = createDirectory()
    const { api, stop } = await served('dev')
    const { environment } = await installed()
    expect(await run('app', 'uninstall', 'scout')).toMatchObject({
      code: 0,
      out: expect.stringContaining('no longer installed'),
    })
    expect(await callApi(api, 'auth.test', environment['SLACK_BOT_TOKEN'])).toMatchObject({ error: 'token_revoked' })
    expect(await run('app', 'uninstall', 'scout')).toMatchObject({ code: 1, err: expect.stringContaining('no app') })
    await stop()
    expect(await run('app', 'uninstall', 'owl')).toMatchObject({ code: 0 })
  })
})

describe('rivulet app config-token', () => {
  test('[APP-9] creates a token that can create apps', async () => {
    const { served, run } = createDirectory()
    const { api } = await served('dev')
    const { out, err } = await run('app', 'config-token', '--by', 'ben')
    expect(err).toContain('With this token ben can call apps.manifest.create')
    const token = out.trim()
    expect(token).toMatch(/^xoxe\.xoxp-/)
    expect(await callApi(api, 'auth.test', token)).toMatchObject({ user: 'ben' })
    expect(await callApi(api, 'apps.manifest.create', token, { manifest: scout })).toMatchObject({
      ok: true,
      team_id: 'T0A',
    })
  })
})

describe('rivulet env', () => {
  test('[APP-3] shows in development the tokens of the workspace file, and creates missing ones', async () => {
    const { served, environment } = createDirectory()
    const { api } = await served('dev')
    const elk = await environment('--app', 'elk')
    expect(elk.variables['SLACK_BOT_TOKEN']).toBe('xoxb-elk')
    const owl = await environment('--app', 'A0OWL')
    for (const { variables } of [elk, owl]) {
      const token = variables['SLACK_BOT_TOKEN']
      expect(await callApi(api, 'auth.test', token)).toMatchObject({ ok: true })
      expect(await callApi(api, 'users.list', token)).toMatchObject({ needed: 'users:read', provided: 'chat:write' })
    }
    expect(await environment('--app', 'owl')).toEqual(owl)
  })

  test('[APP-3] replaces a revoked token', async () => {
    const { served, environment } = createDirectory()
    const { api } = await served('dev')
    const before = (await environment('--app', 'owl')).variables['SLACK_BOT_TOKEN']
    expect(await callApi(api, 'auth.revoke', before)).toMatchObject({ revoked: true })
    const after = (await environment('--app', 'owl')).variables['SLACK_BOT_TOKEN']
    expect(await callApi(api, 'auth.test', before)).toMatchObject({ error: 'token_revoked' })
    expect(await callApi(api, 'auth.test', after)).toMatchObject({ ok: true })
  })

  test.each<[string, string[], RegExp]>([
    ['shell', [], /^export SLACK_API_URL=http:\S+\nexport SLACK_BOT_TOKEN=xoxb-elk\nexport SLACK_APP_TOKEN=xapp-/],
    ['.env', ['--dotenv'], /^SLACK_API_URL=http:\S+\nSLACK_BOT_TOKEN=xoxb-elk\nSLACK_APP_TOKEN=xapp-/],
  ])('prints %s lines that can be pasted', async (_form, flags, lines) => {
    const { served, run } = createDirectory()
    await served('dev')
    expect((await run('env', '--app', 'elk', ...flags)).out).toMatch(lines)
  })

  test('[OPS-2] prints the address at which the server ran last, unless another is named', async () => {
    const { served, run } = createDirectory()
    const { url, stop } = await served('serve', '--public-url', 'https://chat.example.org')
    await stop()
    const urlOf = async (...args: string[]) => (await run('env', '--app', 'elk', ...args)).out.split('\n')[0]
    expect(await urlOf()).toBe('export SLACK_API_URL=https://chat.example.org/api/')
    expect(await urlOf('--port', '7171')).toBe('export SLACK_API_URL=http://127.0.0.1:7171/api/')
    expect(url).toMatch(/^http:\/\/127/)
  })

  test('asks for the app if there are several', async () => {
    const { served, run } = createDirectory()
    await served('dev')
    expect(await run('env')).toMatchObject({ code: 1, err: expect.stringContaining('in T0A there are Elk, Owl.') })
  })
})
