import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTempDirectory, runCommand } from '#testing/server/command'
import { findFreePort } from '#testing/server/freePort'

const acme = fileURLToPath(new URL('../../test/fixtures/acme.workspace.yaml', import.meta.url))
const quick = ['--port', '0', '--json']
const memory = [...quick, '--data', ':memory:']

describe('rivulet dev', () => {
  test('prints in 14 lines of 80 columns, without colour, where to open it and how to connect an app', async () => {
    const { child, output, stop } = runCommand(['dev', '--port', '0', '--data', ':memory:'])
    while (!output().out.includes('Ctrl+C')) await once(child.stdout, 'data')
    const { out, code } = await stop()

    const lines = out.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(14)
    for (const line of lines) if (!line.includes('/sign-in?')) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(out).not.toContain('\u001B')
    expect(out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/sign-in\?code=[\w-]{43}\n/)
    expect(out).toMatch(/export SLACK_API_URL=http:\/\/127\.0\.0\.1:\d+\/api\/\n/)
    expect(out).toMatch(/export SLACK_BOT_TOKEN=xoxb-\S+\n/)
    expect(code).toBe(0)
  })

  test('prints tokens and secrets so that a shell takes them as they are', async () => {
    const [token, secret] = [`xoxb-it's "$HOME"`, 'a b;c']
    const workspace = join(createTempDirectory(), 'workspace.json')
    const team = { id: 'T0PINE', name: 'Pine', domain: 'pine' }
    const manifest = { display_information: { name: 'Heron' } }
    const apps = [{ id: 'A0HERON', signing_secret: secret, manifest, installed_in: [{ team: team.id }] }]
    const tokens = [{ token, kind: 'bot', app: 'A0HERON', team: team.id }]
    writeFileSync(workspace, JSON.stringify({ version: 1, teams: [team], apps, tokens }))
    const { child, output, stop } = runCommand(['dev', '--port', '0', '--data', ':memory:', '--workspace', workspace])
    while (!output().out.includes('Ctrl+C')) await once(child.stdout, 'data')
    const commands = (await stop()).out.match(/^ +export .*$/gm) ?? []
    const script = [...commands, 'printf "%s\\n%s" "$SLACK_BOT_TOKEN" "$SLACK_SIGNING_SECRET"'].join('\n')
    expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(`${token}\n${secret}`)
  })

  test('with --json prints one line of JSON when it is ready, and nothing else', async () => {
    const { ready, stop, child } = runCommand(['dev', ...memory])
    const line = await ready()

    expect(line).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      api: `${line.url}/api/`,
      pid: child.pid,
    })
    expect(await (await fetch(`${line.api}api.test`)).json()).toMatchObject({ ok: true })
    expect(await (await fetch(`${line.url}/control/clock`)).json()).toMatchObject({ now: expect.any(Number) })
    const { out, code } = await stop('SIGINT')
    expect(out).toBe(`${JSON.stringify(line)}\n`)
    expect(code).toBe(0)
  })

  test('listens only on loopback by default', async () => {
    const { ready } = runCommand(['dev', ...memory])
    const { port } = new URL((await ready()).url)
    // Another address of the same machine: a server that listens on all addresses answers there too.
    await expect(fetch(`http://127.0.0.2:${port}/health/live`)).rejects.toThrow()

    const all = runCommand(['dev', ...memory, '--host', '0.0.0.0'])
    const { url } = await all.ready()
    expect(url).toMatch(/^http:\/\/localhost:/)
    expect((await fetch(`http://127.0.0.2:${new URL(url).port}/health/live`)).status).not.toBe(200)
  })

  test('loads a workspace file', async () => {
    const { ready } = runCommand(['dev', ...memory, '--workspace', acme])
    const { api } = await ready()
    const answer = await fetch(`${api}auth.test`, {
      method: 'POST',
      headers: { authorization: 'Bearer xoxb-acme-scout' },
    })
    expect(await answer.json()).toMatchObject({ ok: true, team_id: 'T0ACME' })
  })
})

describe('rivulet serve', () => {
  test('has no control API', async () => {
    const { ready } = runCommand(['serve', ...memory, '--workspace', acme])
    const { url } = await ready()
    expect((await fetch(`${url}/control/clock`)).status).toBe(404)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  })
})

describe('its settings', () => {
  test('come from flags, the environment and rivulet.config.yaml', async () => {
    const cwd = createTempDirectory()
    const [inFile, inEnvironment] = [await findFreePort(), await findFreePort()]
    writeFileSync(join(cwd, 'rivulet.config.yaml'), `port: ${inFile}\n`)
    const env = { RIVULET_PORT: String(inEnvironment) }

    const { ready } = runCommand(['dev', '--json', '--data', ':memory:'], { cwd, env })

    expect(new URL((await ready()).url).port).toBe(String(inEnvironment))
  })

  test.each([
    [['dev', '--port', 'seven'], /--port needs to be a whole number from 0 to 65535; it is "seven"/],
    [['dev', '--colour'], /unknown option '--colour'/],
    [['dev', '--workspace', 'nowhere.yaml'], /nowhere\.yaml cannot be read: it does not exist/],
    [['deploy'], /unknown command 'deploy'/],
    [[], /Usage: rivulet/],
  ])('%j exits 2 with a message', async (args, says) => {
    const { code, out, err } = await runCommand(args).ended
    expect(err).toMatch(says)
    expect(err).not.toMatch(/\n {4}at /)
    expect([code, out]).toEqual([2, ''])
  })

  test('[APP-1] a misspelt key of a manifest is reported with its line when the server starts', async () => {
    const cwd = createTempDirectory()
    const manifest = '{ display_information: { name: Owl }, setings: { socket_mode_enabled: true } }'
    const file = `version: 1\nteams: [{ id: T0A, name: A, domain: a }]\napps:\n  - { id: A0, installed_in: [T0A], manifest: ${manifest} }`
    writeFileSync(join(cwd, 'team.yaml'), file)
    const server = runCommand(['dev', ...memory, '--workspace', 'team.yaml'], { cwd })
    await server.ready()
    const { code, err } = await server.stop()
    expect(code).toBe(0)
    expect(err).toBe(
      'rivulet: team.yaml:4:84: apps[0].manifest.setings is kept but never read; did you mean "settings"?\n',
    )
  })

  test('problems in a workspace file exit 2, each with file and line', async () => {
    const cwd = createTempDirectory()
    writeFileSync(
      join(cwd, 'team.yaml'),
      'version: 1\nteams:\n  - id: T1\n    nam: One\n    domain: one\n    users: [{ id: X1, name: uma }]\n',
    )
    const { code, err } = await runCommand(['dev', ...memory, '--workspace', 'team.yaml'], { cwd }).ended
    expect(err).toMatch(/team\.yaml:4:\d+: .*nam/)
    expect(err).toMatch(/team\.yaml:6:\d+: .*users\[0\]\.id/)
    expect(code).toBe(2)
  })

  test.each([[['--help']], [['dev', '--help']], [['serve', '--help']]])('%j exits 0', async (args) => {
    const { code, out } = await runCommand(args).ended
    expect(code).toBe(0)
    expect(out).toContain(args.length === 1 ? 'dev' : '[RIVULET_PORT]')
  })
})

describe('a server that cannot start', () => {
  test('exits 1 and names a file that is not a database', async () => {
    const data = createTempDirectory()
    writeFileSync(join(data, 'rivulet.db'), 'This is no database, and longer than the head of one is.'.repeat(40))
    const { code, err } = await runCommand(['dev', '--port', '0', '--data', data]).ended
    expect(err).toContain(`The database ${join(data, 'rivulet.db')} cannot be opened: file is not a database`)
    expect(code).toBe(1)
  })

  test('exits 1 and names the process that uses the data directory', async () => {
    const first = runCommand(['dev', ...quick])
    const { pid } = await first.ready()
    const { code, err } = await runCommand(['dev', ...quick], { cwd: first.cwd }).ended
    expect(err).toContain(`in use by the process ${pid} `)
    expect(err).toContain('--data')
    expect(code).toBe(1)
  })

  test('exits 1 if the port is in use, and releases the data', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const second = runCommand(['dev', '--port', String(port), '--json'])
    const { code, err } = await second.ended
    expect(err).toBe(
      `rivulet: The port ${port} of 127.0.0.1 is in use. Stop what listens there, or choose another with --port.\n`,
    )
    expect(code).toBe(1)
    expect((await runCommand(['dev', ...quick], { cwd: second.cwd }).ready()).ready).toBe(true)
  })

  test('exits 1 if the address is not of this machine', async () => {
    const { code, err } = await runCommand(['dev', ...memory, '--host', '203.0.113.1']).ended
    expect(err).toContain('203.0.113.1 is no address of this machine')
    expect(code).toBe(1)
  })
})
