import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '#testing/server/command'

const acme = fileURLToPath(new URL('../../../test/fixtures/acme.workspace.yaml', import.meta.url))
const args = ['dev', '--port', '0', '--json', '--workspace', acme, '--data', 'data']
const canSetLimits = spawnSync('prlimit', ['--version']).status === 0

/** Calls the server over one connection that is kept. Answers undefined if it is refused or breaks. */
function createClient(api: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return (method: string, body: object) =>
    new Promise<Record<string, unknown> | undefined>((resolve) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer xoxb-acme-scout' }
      request(api + method, { method: 'POST', agent, headers })
        .on('response', (response) => {
          void text(response).then(
            (json) => resolve(JSON.parse(json)),
            () => resolve(undefined),
          )
        })
        .on('error', () => resolve(undefined))
        .end(JSON.stringify(body))
    })
}

const post = { channel: 'C0HELP', text: 'x'.repeat(2000) }

describe.skipIf(!canSetLimits)('a process that may open few files', () => {
  test('[FLT-9] serves fewer connections, tells it once, and goes on', { timeout: 120_000 }, async () => {
    const server = runCommand(args, { under: ['prlimit', '--nofile=64'] })
    const { url, api } = await server.ready()
    expect(server.output().err).toMatch(
      /^rivulet: The process may open 64 files, so one connection at a time can be served, not 10000\. .*\n$/,
    )

    const { port, hostname } = new URL(url)
    // The first is being answered, so none of those that follow takes its place.
    const first = connect(Number(port), hostname)
    first.write('POST /api/api.test HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n')
    await once(first, 'data')
    const flood = Array.from({ length: 200 }, () => connect(Number(port), hostname).on('error', () => {}))
    await Promise.all(flood.map((socket) => new Promise((closed) => socket.on('close', closed))))
    expect(await createClient(api)('api.test', {})).toBeUndefined()
    first.destroy()
    await expect.poll(() => createClient(api)('chat.postMessage', post)).toMatchObject({ ok: true })

    const { code, err } = await server.stop()
    expect(code).toBe(0)
    const lines = err
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([
      expect.objectContaining({
        stack: expect.stringContaining('A connection was refused: as many are open as may be.'),
      }),
      expect.objectContaining({ more: expect.any(Number), of: expect.stringContaining('A connection was refused') }),
    ])
    expect(lines[1].more).toBeGreaterThanOrEqual(flood.length)
  })

  test('[FLT-9] that are all open keeps what it has acknowledged, and heals', { timeout: 120_000 }, async () => {
    // The log is copied into the database often, which needs more files than the process may open.
    const server = runCommand(args, { env: { RIVULET_PROOF_WAL_FRAMES: '8' } })
    const { api, pid } = await server.ready()
    const call = createClient(api)
    expect(await call('chat.postMessage', post)).toMatchObject({ ok: true })
    const limit = (files: number | string) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`])

    limit(3) // it has them already
    const waiting = createClient(api)('api.test', {})
    for (let n = 0; n < 60; n++) expect(await call('chat.postMessage', post)).toMatchObject({ ok: true })

    limit(1024)
    await waiting
    await expect.poll(() => createClient(api)('api.test', {})).toMatchObject({ ok: true })
    for (let n = 0; n < 60; n++) expect(await call('chat.postMessage', post)).toMatchObject({ ok: true })
    expect(await server.stop()).toMatchObject({ code: 0 })

    const again = await runCommand(args, { cwd: server.cwd }).ready()
    const history = await createClient(again.api)('conversations.history', { channel: 'C0HELP', limit: 200 })
    expect(history?.['messages']).toHaveLength(122)
  })
})
