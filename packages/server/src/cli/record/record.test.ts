import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compare } from '#cli/compare/compare'
import { play } from '#cli/compare/play'
import { readFixture } from '#cli/compare/readFixture'
import { workspaceOf } from '#cli/compare/workspaceOf'
import { listenOnLoopback } from '#testing/server/bareServers'
import { Mask } from './mask.ts'
import { Recorder } from './proxy.ts'
import { record } from './record.ts'
import { FixtureWriter } from './writer.ts'

function newPath(): string {
  const path = mkdtempSync(join(tmpdir(), 'rivulet-fixture-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return join(path, 'fixture.jsonl')
}

/** A recorder before an upstream that answers so. */
async function scene(answer: RequestListener, patienceMs = 30_000) {
  const upstream = new URL(await listenOnLoopback(createServer(answer)))
  const path = newPath()
  const writer = new FixtureWriter(path, { upstream: upstream.href, replace: false, onFailure: () => {} })
  const recorder = new Recorder({ upstream, writer, mask: new Mask(), patienceMs })
  await recorder.listen('127.0.0.1', 0)
  onTestFinished(() => recorder.close())
  const address = recorder.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api/`
  const call = (method: string, init: RequestInit = {}) => fetch(url + method, { method: 'POST', ...init })
  /** A request as no well-behaved client writes it. */
  const send = async (target: string, headers: Record<string, string> = {}): Promise<number | undefined> => {
    const outgoing = request(new URL(url), { path: target, headers }).end()
    const [answer]: IncomingMessage[] = await once(outgoing, 'response')
    answer?.resume()
    return answer?.statusCode
  }
  return { call, send, path, entries: () => readFixture(path).entries, upstream }
}

test('pages of a browser and paths that lead to other hosts are refused, and the recording goes on', async () => {
  const reached: (string | undefined)[] = []
  const { send, call } = await scene((incoming, response) => {
    reached.push(incoming.url)
    response.writeHead(200).end('{"ok":true}')
  })

  expect(await send('/api/auth.test', { origin: 'https://evil.example' })).toBe(403)
  expect(await send('/api/auth.test', { 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await send('/control/team', { host: 'rebound.example:7071' })).toBe(403)
  for (const target of ['//other.example/x', 'http://other.example/x', '//[', '/\\\\other.example/x'])
    expect(await send(target), target).toBe(404)
  expect(await send('/_upload/0')).toBe(404)
  expect(reached).toEqual([])

  await send('/api/auth.test', { authorization: 'Basic %%%' })
  expect((await call('auth.test')).status).toBe(200)
})

test('the secret in the path of a webhook is not written', async () => {
  const { send, path } = await scene((_incoming, response) => response.writeHead(200).end('ok'))
  expect(await send('/services/T0ACME/B0HOOK/sEcReTsEcReT')).toBe(200)
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('"passed"')
  expect(readFileSync(path, 'utf8')).not.toContain('sEcReTsEcReT')
})

test('an upstream that hangs, cuts, lies or sends ten megabytes does not break a recording', async () => {
  const large = Buffer.alloc(10 * 1024 * 1024, 'x')
  const { call, entries } = await scene((request, response) => {
    if (request.url?.endsWith('hangs')) return
    if (request.url?.endsWith('cuts'))
      return void response.writeHead(200, { 'content-length': 99 }).write('{"ok"', () => response.destroy())
    if (request.url?.endsWith('html'))
      return void response.writeHead(503, { 'content-type': 'text/html' }).end('<p>Away</p>')
    if (request.url?.endsWith('large')) return void response.writeHead(200).end(large)
    if (request.url?.endsWith('list')) return void response.writeHead(200).end('[1]')
    response.writeHead(200, { 'retry-after': '7' }).end('{"ok":true}')
  }, 1000)

  expect((await call('hangs')).status).toBe(502)
  await expect(call('cuts').then((answer) => answer.text())).rejects.toThrow()
  expect(await (await call('html')).text()).toBe('<p>Away</p>')
  expect((await (await call('large')).arrayBuffer()).byteLength).toBe(large.length)
  expect(await (await call('list')).json()).toEqual([1])
  const well = await call('well', { body: '{"a":', headers: { 'content-type': 'application/json' } })
  expect([well.headers.get('retry-after'), await well.json()]).toEqual(['7', { ok: true }])

  await expect.poll(() => entries().length).toBe(6)
  expect(entries()).toMatchObject([
    { method: 'hangs', status: 0, answer: null, note: 'The upstream did not answer in time.' },
    { method: 'cuts', status: 0, answer: null, note: expect.stringContaining('cut') },
    { method: 'html', status: 503, answer: null, note: expect.stringContaining('text/html') },
    { method: 'large', status: 200, answer: null, note: expect.stringContaining('10485760 bytes') },
    { method: 'list', answer: null },
    { method: 'well', sent_as: 'other', answer: { ok: true }, note: 'The body was no JSON object.' },
  ])
})

test('an upstream that is not there is an answer in words', async () => {
  const { call, entries } = await scene((request) => request.socket.destroy())
  const answer = await call('api.test')
  expect([answer.status, await answer.json()]).toMatchObject([502, { ok: false, error: 'bad_gateway' }])
  expect(entries()).toMatchObject([{ status: 0, note: expect.stringContaining('cannot be reached') }])
})

test('a secret has one placeholder, wherever it stands, and none is in the fixture', async () => {
  const secrets = [
    'xoxb-1-abc',
    'xoxp-2-def',
    'verysecret',
    'c0de-of-oauth',
    'r3freshing',
    '133.7.trigger',
    'SiGNing5ecret',
  ]
  const webhook = 'https://hooks.slack.com/services/T0A/B0B/hook-secret'
  const { call, path } = await scene((_, response) =>
    response.end(
      JSON.stringify({
        ok: true,
        access_token: secrets[1],
        refresh_token: secrets[4],
        incoming_webhook: { url: webhook },
        text: `${secrets[0]} and ${secrets[2]}`,
        signing_secret: secrets[6],
        [`key ${secrets[0]}`]: 1,
      }),
    ),
  )
  const basic = Buffer.from(`client:${secrets[2]}`).toString('base64')
  await call('oauth.v2.access', {
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ code: secrets[3] ?? '' }),
  })
  await call('views.open?token=xoxb-1-abc', {
    body: new URLSearchParams({
      trigger_id: secrets[5] ?? '',
      view: JSON.stringify({ private_metadata: `{"t":"${secrets[0]}"}` }),
    }),
  })
  await call('chat.postMessage', { headers: { authorization: `Bearer ${secrets[0]}`, cookie: 'd=xoxd-cookie' } })
  const text = readFileSync(path, 'utf8')
  for (const secret of [...secrets, 'hook-secret', 'xoxd', basic]) expect(text).not.toContain(secret)
  const calls = readFixture(path).entries
  expect(calls).toMatchObject([
    { args: { code: '<code-1>' }, answer: { text: '<bot-token-1> and <client-secret-1>' } },
    { token: '<bot-token-1>', args: { trigger_id: '<trigger-1>', view: expect.stringContaining('<bot-token-1>') } },
    { token: '<bot-token-1>', args: {} },
  ])
  expect(statSync(path).mode & 0o077).toBe(0)
})

test.each([
  ['', 'is no fixture'],
  ['hello\n', 'is no fixture'],
  ['{"rivulet_fixture":2}\n', 'has version 2, and this rivulet reads version 1: use a newer rivulet'],
  ['{"rivulet_fixture":1}\n{"kind":"call"}\n', 'fixture.jsonl:2 is no entry'],
  ['{"rivulet_fixture":1}\n{"kind":\n', 'fixture.jsonl:2 is no entry'],
])('a file that is no fixture is refused in words: %j', async (content, words) => {
  const path = newPath()
  writeFileSync(path, content)
  expect(() => readFixture(path)).toThrow(words)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  expect(await compare(path, { url: undefined, tokens: [], writeWorkspace: undefined, json: false })).toBe(2)
})

test('a fixture whose last line is cut is read up to there', () => {
  const path = newPath()
  writeFileSync(path, '{"rivulet_fixture":1}\n{"kind":"passed","n":1}\n{"kind":"pas')
  expect(readFixture(path)).toMatchObject({ entries: [{ n: 1 }], note: expect.stringContaining('cut') })
})

test('a full disk ends a recording with a sentence', async () => {
  const flags = { upstream: 'http://127.0.0.1:1', port: '0', host: '127.0.0.1', json: true }
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => printed.mockRestore())
  expect(await record({ ...flags, out: '/dev/full', force: true })).toBe(1)
  expect(await record({ ...flags, out: '/dev/full', force: false })).toBe(1)
  expect(await record({ ...flags, upstream: 'ftp://x', out: newPath(), force: false })).toBe(2)
  expect(await record({ ...flags, port: '70000', out: newPath(), force: false })).toBe(2)
})

test('a server of another shape is told apart, field by field', async () => {
  const lines = [
    { rivulet_fixture: 1, upstream: 'https://slack.com/api/', recorded_at: new Date().toISOString() },
    {
      kind: 'call',
      n: 1,
      at: 0,
      took_ms: 1,
      method: 'api.test',
      http_method: 'POST',
      sent_as: 'form',
      token: null,
      args: {},
      status: 200,
      answer: { ok: true, args: {}, list: [{ type: 'a' }], 'a/b~': null, none: [] },
    },
  ]
  const path = newPath()
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const answer = '{"ok":"yes","list":[{"type":"b"},{}],"a/b~":"x","none":[1],"more":1}'
  const url = await listenOnLoopback(createServer((_, response) => response.writeHead(500).end(answer)))
  const fixture = readFixture(path)
  const comparison = await play(fixture, { url, workspace: workspaceOf(fixture.entries), tokens: new Map() })
  expect(comparison.differences.map((one) => [one.pointer, one.difference, one.recorded, one.answered])).toEqual([
    ['', 'status', '200', '500'],
    ['/ok', 'type', 'boolean', 'string'],
    ['/args', 'missing', 'object', 'nothing'],
    ['/list/0/type', 'word', 'a', 'b'],
    ['/a~1b~0', 'type', 'null', 'string'],
    ['/none', 'type', 'an empty list', 'a list with elements'],
    ['/more', 'extra', 'nothing', 'number'],
  ])
})
