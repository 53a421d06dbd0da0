import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'
import { callAsScout, readThread, type TestServer } from '#testing/server/controlApi'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'

const ana = { team: 'T0ACME', user: 'U0ANA' }
const root = '1767225600.000100'
const dm = { channel: 'D0ANASCOUT', thread_ts: root }

describe('the control API', () => {
  test('POST /control/reset restores the state of the workspace file', async () => {
    const server = await startServer()
    await server.request('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Hm' })
    await server.request('POST', '/control/clock', { advance: '1h' })
    await server.request('POST', '/control/faults', { method: '*', error: 'fatal_error' })
    await callAsScout(server, 'chat.startStream', dm)

    expect(await server.request('POST', '/control/reset')).toMatchObject({ status: 200, body: { ok: true } })

    expect((await server.request('GET', '/control/clock')).body).toMatchObject({ ahead_ms: expect.closeTo(0, -2) })
    expect((await server.request('GET', '/control/faults')).body).toEqual({ faults: [] })
    expect((await server.request('GET', '/control/journal')).body).toEqual({ entries: [] })
    expect((await readThread(server)).messages).toHaveLength(1)
    expect((await callAsScout(server, 'conversations.history', { channel: 'C0HELP' })).messages).toHaveLength(1)
  })

  test('[STA-6] POST /control/reset forgets the calls that were counted', async () => {
    const file = twoTeamsFile({ scopes: [], policies: { rate_limits: { 'auth.test': 1 } } })
    const server = await startServer({ file })
    const call = async () => {
      const headers = { authorization: `Bearer ${teamIds('A').botToken}` }
      return (await server.request('POST', '/api/auth.test', {}, headers)).status
    }
    expect([await call(), await call()]).toEqual([200, 429])
    await server.request('POST', '/control/reset')
    expect([await call(), await call()]).toEqual([200, 429])
  })

  test('does not exist outside of development', async () => {
    const server = await startServer({ dev: false })
    for (const [method, path] of [
      ['POST', '/control/reset'],
      ['GET', '/control/clock'],
      ['GET', '/control/journal'],
      ['DELETE', '/control/faults'],
    ] as const) {
      expect((await server.request(method, path)).status).toBe(404)
    }
  })

  test('accepts requests from the server’s own pages', async () => {
    const server = await startServer()
    const answer = await server.request('POST', '/control/reset', undefined, {
      origin: server.url,
      'sec-fetch-site': 'same-origin',
    })
    expect(answer.status).toBe(200)
  })
})

describe('the control API refuses', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.end())

  test.each([
    ['POST', '/control/clock', {}, 'advance'],
    ['POST', '/control/clock', { advance: 'soon' }, 'duration'],
    ['POST', '/control/clock', '{"advance"', 'JSON'],
    ['POST', '/control/clock', '{"__proto__": {"advance": "1s"}}', 'not valid JSON'],
    ['POST', '/control/say', '', 'team'],
    ['POST', '/control/faults', {}, '`error`'],
    ['POST', '/control/faults', { method: 'api.test', eror: 'x' }, 'eror'],
    ['POST', '/control/faults', { error: 'x', times: 0 }, 'times'],
    ['POST', '/control/say', { ...ana, channel: 'C0HELP' }, 'nothing'],
    ['POST', '/control/say', { ...ana, user: 'U0NOBODY', channel: 'C0HELP', text: 'x' }, 'U0NOBODY'],
    ['POST', '/control/say', { ...ana, channel: 'C0NOPE', text: 'x' }, 'C0NOPE'],
    ['POST', '/control/say', { ...ana, channel: 'C0HELP', blocks: [{ type: 'spaceship' }] }, 'blocks'],
    ['POST', '/control/stop', { ...ana, channel: dm.channel, ts: root }, root],
    ['GET', '/control/thread?team=T0ACME', undefined, 'viewer'],
    ['GET', `/control/thread?team=T0ACME&channel=C0SECRET&thread_ts=${root}&viewer=U0BEN`, undefined, 'C0SECRET'],
    ['GET', '/control/journal?after=x', undefined, 'after'],
    ['GET', '/control/wait?kind=mesage', undefined, 'kind'],
    ['GET', '/control/wait?timeout=long', undefined, 'duration'],
    ['GET', '/control/wait?method=chat.postMessage', undefined, 'is not of the kind message, but of call'],
    ['GET', '/control/wait?kind=call&event=message', undefined, 'but of delivery, interaction, act'],
    ['GET', '/control/wait?kind=delivery&thread_ts=1', undefined, 'is not of the kind delivery, but of message'],
  ])('%s %s with %j, with 400 and a clear detail', async (method, path, body, says) => {
    const answer = await server.request(method, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^[a-z_]+$/),
      detail: expect.stringContaining(says),
    })
    expect(server.unexpectedErrors).toEqual([])
  })

  test.each([
    [{ origin: 'https://evil.example' }, 'unknown_origin'],
    [{ 'sec-fetch-site': 'cross-site' }, 'unknown_origin'],
    [{ origin: 'null' }, 'unknown_origin'],
  ])('requests from pages of other sites: %j', async (headers, error) => {
    const answer = await server.request('POST', '/control/reset', undefined, headers)
    expect(answer).toMatchObject({ status: 403, body: { error } })
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    // Some that only read make tokens and conversations. Any letter may be encoded.
    for (const path of ['/control/team', '/%63ontrol/team', '/control/%74eam', '/contro%6C/nothing']) {
      const read = await server.request('GET', path, undefined, headers)
      expect(read, path).toMatchObject({ status: 403, body: { error } })
    }
  })

  test.each(['evil.example', 'evil.example:7070', 'localhost.evil.example', ''])(
    'the unknown host name %j',
    async (host) => {
      const answer = await server.sendRaw(`GET /control/journal HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1.1 403 /)
      expect(answer).toContain('unknown_host')
      expect(server.unexpectedErrors).toEqual([])
    },
  )
})
