import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aDirectory, rivulet } from '#testing/server/command'

const acme = fileURLToPath(new URL('../../test/fixtures/acme.workspace.yaml', import.meta.url))
const quick = ['--port', '0', '--json']
const memory = [...quick, '--data', ':memory:']

describe('rivulet dev', () => {
  test('says in 14 lines of 80 columns, without colour, where to open it and where to point an app', async () => {
    const { child, said, stop } = rivulet(['dev', '--port', '0', '--data', ':memory:'])
    while (!said().out.includes('Ctrl+C')) await once(child.stdout, 'data')
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

  test('with --json prints one line of JSON when it serves, and nothing else', async () => {
    const { ready, stop, child } = rivulet(['dev', ...memory])
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

  test('listens on loopback alone unless it is told otherwise', async () => {
    const { ready } = rivulet(['dev', ...memory])
    const { port } = new URL((await ready()).url)
    // Another address of the same machine: whoever listens on all of them is there, too.
    await expect(fetch(`http://127.0.0.2:${port}/health/live`)).rejects.toThrow()

    const all = rivulet(['dev', ...memory, '--host', '0.0.0.0'])
    const { url } = await all.ready()
    expect(url).toMatch(/^http:\/\/localhost:/)
    expect((await fetch(`http://127.0.0.2:${new URL(url).port}/health/live`)).status).not.toBe(200)
  })

  test('loads a workspace file', async () => {
    const { ready } = rivulet(['dev', ...memory, '--workspace', acme])
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
    const { ready } = rivulet(['serve', ...memory, '--workspace', acme])
    const { url } = await ready()
    expect((await fetch(`${url}/control/clock`)).status).toBe(404)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  })
})

describe('its settings', () => {
  test('come from flags, the environment and rivulet.config.yaml', async () => {
    const cwd = aDirectory()
    const [inFile, inEnvironment] = [await freePort(), await freePort()]
    writeFileSync(join(cwd, 'rivulet.config.yaml'), `port: ${inFile}\n`)
    const env = { RIVULET_PORT: String(inEnvironment) }

    const { ready } = rivulet(['dev', '--json', '--data', ':memory:'], { cwd, env })

    expect(new URL((await ready()).url).port).toBe(String(inEnvironment))
  })

  test.each([
    [['dev', '--port', 'seven'], /--port needs to be a whole number from 0 to 65535; it is "seven"/],
    [['dev', '--colour'], /unknown option '--colour'/],
    [['dev', '--workspace', 'nowhere.yaml'], /nowhere\.yaml cannot be read: there is none/],
    [['deploy'], /unknown command 'deploy'/],
    [[], /Usage: rivulet/],
  ])('%j exits 2 and says so', async (args, says) => {
    const { code, out, err } = await rivulet(args).ended
    expect(err).toMatch(says)
    expect(err).not.toMatch(/\n {4}at /)
    expect([code, out]).toEqual([2, ''])
  })

  test('[APP-1] a key of a manifest that nothing reads is named when the server starts, with its line', async () => {
    const cwd = aDirectory()
    const manifest = '{ display_information: { name: Owl }, setings: { socket_mode_enabled: true } }'
    const file = `version: 1\nteams: [{ id: T0A, name: A, domain: a }]\napps:\n  - { id: A0, installed_in: [T0A], manifest: ${manifest} }`
    writeFileSync(join(cwd, 'team.yaml'), file)
    const server = rivulet(['dev', ...memory, '--workspace', 'team.yaml'], { cwd })
    await server.ready()
    const { code, err } = await server.stop()
    expect(code).toBe(0)
    expect(err).toBe(
      'rivulet: team.yaml:4:84: apps[0].manifest.setings is kept and never read; did you mean "settings"?\n',
    )
  })

  test('mistakes of a workspace file exit 2, each with file and line', async () => {
    const cwd = aDirectory()
    writeFileSync(
      join(cwd, 'team.yaml'),
      'version: 1\nteams:\n  - id: T1\n    nam: One\n    domain: one\n    users: [{ id: X1, name: uma }]\n',
    )
    const { code, err } = await rivulet(['dev', ...memory, '--workspace', 'team.yaml'], { cwd }).ended
    expect(err).toMatch(/team\.yaml:4:\d+: .*nam/)
    expect(err).toMatch(/team\.yaml:6:\d+: .*users\[0\]\.id/)
    expect(code).toBe(2)
  })

  test.each([[['--help']], [['dev', '--help']], [['serve', '--help']]])('%j exits 0', async (args) => {
    const { code, out } = await rivulet(args).ended
    expect(code).toBe(0)
    expect(out).toContain(args.length === 1 ? 'dev' : '[RIVULET_PORT]')
  })
})

describe('one of a kind', () => {
  test('a database that is none exits 1 and is named', async () => {
    const data = aDirectory()
    writeFileSync(join(data, 'rivulet.db'), 'This is no database, and longer than the head of one is.'.repeat(40))
    const { code, err } = await rivulet(['dev', '--port', '0', '--data', data]).ended
    expect(err).toContain(`The database ${join(data, 'rivulet.db')} cannot be opened: file is not a database`)
    expect(code).toBe(1)
  })

  test('a second process on the same data directory exits 1 and says who holds it', async () => {
    const first = rivulet(['dev', ...quick])
    const { pid } = await first.ready()
    const { code, err } = await rivulet(['dev', ...quick], { cwd: first.cwd }).ended
    expect(err).toContain(`in use by the process ${pid} `)
    expect(err).toContain('--data')
    expect(code).toBe(1)
  })

  test('a port that is in use exits 1, says so, and leaves the data to others', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const second = rivulet(['dev', '--port', String(port), '--json'])
    const { code, err } = await second.ended
    expect(err).toBe(
      `rivulet: The port ${port} of 127.0.0.1 is in use. Stop what listens there, or choose another with --port.\n`,
    )
    expect(code).toBe(1)
    expect((await rivulet(['dev', ...quick], { cwd: second.cwd }).ready()).ready).toBe(true)
  })

  test('an address that is not of this machine exits 1', async () => {
    const { code, err } = await rivulet(['dev', ...memory, '--host', '203.0.113.1']).ended
    expect(err).toContain('203.0.113.1 is no address of this machine')
    expect(code).toBe(1)
  })
})

describe('SIGTERM', () => {
  test('lets a started call finish, takes no new one, keeps the data, and exits 0', async () => {
    const server = rivulet(['dev', ...quick, '--workspace', acme])
    const { url } = await server.ready()
    const token = 'xoxb-acme-scout'
    const body = JSON.stringify({ token, channel: 'C0HELP', text: 'The last words' })
    const started = request(`${url}/api/chat.postMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    const answer = once(started, 'response')
    started.write(body.slice(0, 20))
    await new Promise((done) => setTimeout(done, 100))

    server.child.kill('SIGTERM')
    await new Promise((done) => setTimeout(done, 100))
    const late = await fetch(`${url}/api/api.test`).then(
      async (response) => ((await response.json()) as { error: string }).error,
      () => 'refused',
    )
    started.end(body.slice(20))

    expect(['refused', 'service_unavailable']).toContain(late)
    const [response] = await answer
    expect(response.headers.connection).toBe('close')
    expect(JSON.parse((await response.toArray()).join(''))).toMatchObject({
      ok: true,
      message: { text: 'The last words' },
    })
    expect(await server.ended).toMatchObject({ code: 0, err: '' })

    const again = rivulet(['dev', ...quick, '--workspace', acme], { cwd: server.cwd })
    const { api } = await again.ready()
    const history = await fetch(`${api}conversations.history?channel=C0HELP`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await history.json()).toMatchObject({ messages: [{ text: 'The last words' }, {}] })
  })

  test('leaves no call without an answer that was sent on a connection kept alive', async () => {
    const server = rivulet(['dev', ...memory])
    const port = Number(new URL((await server.ready()).url).port)
    const call = 'POST /api/api.test HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n'
    const ends = Array.from({ length: 16 }, async () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(call))
      let last = ''
      let waiting = true
      socket.on('data', (answer: Buffer) => {
        last = answer.toString()
        waiting = /connection: keep-alive/i.test(last)
        if (waiting) socket.write(call)
      })
      await once(socket, 'close')
      return { waiting, last }
    })
    await new Promise((done) => setTimeout(done, 300))
    expect((await server.stop()).code).toBe(0)
    for (const { waiting, last } of await Promise.all(ends)) {
      expect(waiting).toBe(false)
      expect(last).toMatch(/connection: close/i)
    }
  })

  test('ends at once where nothing is going on, also with connections kept alive', async () => {
    const server = rivulet(['dev', ...memory])
    const { api } = await server.ready()
    await Promise.all(Array.from({ length: 5 }, () => fetch(`${api}api.test`).then((response) => response.text())))
    const started = performance.now()
    expect((await server.stop()).code).toBe(0)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
