import { describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'
import { callAsScout, readThread } from '#testing/server/controlApi'

const ana = { team: 'T0ACME', user: 'U0ANA' }
const root = '1767225600.000100'
const dm = { channel: 'D0ANASCOUT', thread_ts: root }

describe('the clock and injected faults', () => {
  test('POST /control/clock advances the clock: timeouts and every new ts follow it', async () => {
    const server = await startServer()
    await callAsScout(server, 'assistant.threads.setStatus', {
      channel_id: dm.channel,
      thread_ts: root,
      status: 'reads',
    })
    const { ts } = await callAsScout(server, 'chat.startStream', {
      ...dm,
      channel: 'C0HELP',
      recipient_user_id: 'U0ANA',
      recipient_team_id: 'T0ACME',
    })
    expect(await readThread(server)).toMatchObject({ status: { text: 'Scout reads' } })

    const advanced = await server.request('POST', '/control/clock', { advance: '2m' })

    expect(advanced.body).toMatchObject({ ahead_ms: expect.closeTo(120_000, -2), iso: expect.stringMatching(/Z$/) })
    expect(await readThread(server)).toMatchObject({ status: null })
    const later = await server.request('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Later' })
    expect(Number(later.body['ts']) - Number(ts)).toBeGreaterThanOrEqual(120)
    await server.request('POST', '/control/clock', { advance: '10m' })
    const { messages } = await callAsScout(server, 'conversations.replies', { channel: 'C0HELP', ts })
    expect(messages).toMatchObject([{}, { streaming_state: 'errored' }])
  })

  test('POST /control/clock stops the clock, and advances one that stands', async () => {
    const server = await startServer()
    const { body: stopped } = await server.request('POST', '/control/clock', { stands: true })
    const { body: advanced } = await server.request('POST', '/control/clock', { advance: '1m' })
    expect(advanced).toMatchObject({ now: stopped['now'] + 60_000, stands: true })
    expect((await server.request('POST', '/control/clock', { stands: false })).body).toMatchObject({ stands: false })
    expect((await server.request('POST', '/control/clock', {})).status).toBe(400)
  })

  test('POST /control/faults injects an error after a number of calls, for a number of calls', async () => {
    const server = await startServer()
    await server.request('POST', '/control/faults', { method: 'api.test', error: 'is_archived', times: 2, after: 1 })

    const answers = []
    for (let i = 0; i < 4; i++) answers.push((await callAsScout(server, 'api.test', {})).error ?? 'ok')

    expect(answers).toEqual(['ok', 'is_archived', 'is_archived', 'ok'])
    expect(server.unexpectedErrors).toEqual([])
  })

  test.each([
    // One that lets the first calls pass.
    [
      [
        { method: '*', error: 'first', after: 2 },
        { method: 'api.test', error: 'second' },
      ],
      ['second', 'ok', 'first', 'ok'],
    ],
    // One that nothing meets.
    [
      [{ error: 'first', probability: 0 }, { error: 'second' }],
      ['second', 'ok', 'ok', 'ok'],
    ],
    // Both at once: a call that meets the first is not counted by the second.
    [
      [
        { error: 'first', times: 2 },
        { error: 'second', after: 1 },
      ],
      ['first', 'first', 'ok', 'second'],
    ],
  ])('of several faults that fit, a call meets the first that does not let it pass: %j', async (faults, expected) => {
    const server = await startServer()
    for (const fault of faults) await server.request('POST', '/control/faults', fault)
    const answers = []
    for (let i = 0; i < 4; i++) answers.push((await callAsScout(server, 'api.test', {})).error ?? 'ok')
    expect(answers).toEqual(expected)
  })

  test.each([
    ['faults', { method: 'chat.nope', error: 'fatal_error' }, 'is neither a method nor'],
    ['faults', { fault: 'eaten' }, 'fault'],
    ['faults', { fault: 'socket', how: 'softly' }, 'how'],
    ['faults', { fault: 'lost', error: 'fatal_error' }, 'error'],
    ['faults', { fault: 'event', how: 'sideways' }, 'how'],
    ['faults', { fault: 'event', how: 'late', event: 'massage' }, 'is no event that this server sends'],
    ['faults', { fault: 'event', how: 'twice', delay: '1s' }, 'has no `delay`'],
    ['faults', { fault: 'stream', how: 'stopped', after: -1 }, 'after'],
    ['faults', { fault: 'token', how: 'revoked' }, 'app'],
    ['faults', { fault: 'token', how: 'revoked', app: 'scout', token: 'all of them' }, 'token'],
    ['faults', { method: 'api.test', delay: '30d' }, 'of a day at most'],
    ['faults', { method: 'api.test', delay: '-1s' }, 'of a day at most'],
    ['clock', { advance: '1000000000d' }, 'would set the clock outside the years 2002 to 2255'],
    ['clock', { advance: '-30000d' }, 'would set the clock outside the years 2002 to 2255'],
  ])('POST /control/%s with %j is refused and changes nothing', async (what, body, detail) => {
    const server = await startServer()
    const answer = await server.request('POST', `/control/${what}`, body)
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_arguments' } })
    expect(answer.body['detail']).toContain(detail)
    expect((await server.request('GET', '/control/faults')).body).toEqual({ faults: [] })
    expect((await server.request('GET', '/control/clock')).body).toMatchObject({ ahead_ms: expect.closeTo(0, -2) })
  })

  test.each([
    [{ error: 'ratelimited' }, 429, 'ratelimited', '1'],
    [{ status: 429 }, 429, 'ratelimited', '1'],
    [{ status: 429, retry_after: 30 }, 429, 'ratelimited', '30'],
    [{ fault: 'refused', status: 503, retry_after: 2 }, 503, 'service_unavailable', '2'],
    [{ status: 503 }, 503, 'service_unavailable', null],
    [{ status: 500 }, 500, 'internal_error', null],
    [{ status: 200, error: 'any_word' }, 200, 'any_word', null],
  ])('the fault %j answers HTTP %d and %s', async (fault, status, error, retryAfter) => {
    const server = await startServer()
    await server.request('POST', '/control/faults', { method: 'chat.startStream', ...fault })
    const before = await readThread(server)

    const answer = await server.request('POST', '/api/chat.startStream', { ...dm, token: 'xoxb-acme-scout' })

    expect([answer.status, answer.body['error'], answer.headers.get('retry-after')]).toEqual([
      status,
      error,
      retryAfter,
    ])
    expect(await readThread(server)).toEqual(before)
    expect((await callAsScout(server, 'api.test', {})).ok).toBe(true)
  })

  // The fast path answers the first call, Node the second.
  test.each(['', 'accept-encoding: gzip\r\nexpect: 100-continue\r\n'])(
    'a call is carried out whose answer is lost or cut: %j',
    async (lines) => {
      const server = await startServer()
      const post = (text: string) => {
        const body = `token=xoxb-acme-scout&channel=C0HELP&text=${text}`
        const head = `POST /api/chat.postMessage HTTP/1.1\r\nhost: localhost\r\n${lines}`
        const type = `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}`
        return server.sendRaw(`${head}${type}\r\n\r\n${body}`)
      }
      await server.request('POST', '/control/faults', { method: 'chat.postMessage', fault: 'lost' })
      await server.request('POST', '/control/faults', { method: 'chat.postMessage', fault: 'cut' })

      const lost = await post('Lost')
      const cut = await post('Cut')

      expect(lost.replace(/^HTTP.1.1 100 Continue\s+/, '')).toBe('')
      const [, length, body = ''] = /content-length: (\d+)[^]*?\r\n\r\n([^]*)$/.exec(cut) ?? []
      expect(body).toMatch(/^\{"ok":true,/)
      expect(body.length).toBe(Math.floor(Number(length) / 2))
      const { messages } = await callAsScout(server, 'conversations.history', { channel: 'C0HELP' })
      expect(messages.slice(0, 2)).toMatchObject([{ text: 'Cut' }, { text: 'Lost' }])
      const { entries } = (await server.request('GET', '/control/journal')).body
      expect(entries).toMatchObject([{ ok: true, fault: 'lost' }, { ok: true, fault: 'cut' }, {}])
    },
  )

  test.each([
    { fault: 'socket', how: 'broken' },
    { fault: 'event', how: 'twice' },
    { fault: 'stream', how: 'stopped' },
    { fault: 'token', how: 'revoked' },
    { fault: 'app', how: 'uninstalled' },
  ])('a fault of an app that is not there is refused: %j', async (fault) => {
    const server = await startServer()
    const { status, body } = await server.request('POST', '/control/faults', { ...fault, app: 'Nobody' })
    expect([status, body['error']]).toEqual([400, 'app_not_found'])
    expect(body['detail']).toMatch(/^There is no app "Nobody"\. There are .*A0SCOUT/)
    expect((await server.request('GET', '/control/faults')).body).toEqual({ faults: [] })
  })

  test('[DEV-8, DEV-9] faults of events, streams and tokens wait, are listed with what is left, and end with a reset', async () => {
    const server = await startServer()
    const inject = (fault: object) => server.request('POST', '/control/faults', fault)
    await inject({ fault: 'event', how: 'late', event: 'message.im', app: 'scout', delay: '90s', times: 2 })
    await inject({ fault: 'stream', how: 'timed_out', app: 'A0SCOUT', after: 3 })
    await inject({ fault: 'token', how: 'revoked', app: 'Scout', after: 2, method: 'api.test' })
    const { faults } = (await server.request('GET', '/control/faults')).body
    expect(faults).toEqual([
      { fault: 'event', how: 'late', event: 'message.im', app: 'A0SCOUT', delay: 90_000, times: 2 },
      { fault: 'stream', how: 'timed_out', app: 'A0SCOUT', after: 3, times: 1 },
      { fault: 'token', how: 'revoked', app: 'A0SCOUT', token: 'bot', after: 2, method: 'api.test' },
    ])

    await server.request('POST', '/control/reset')
    expect((await server.request('GET', '/control/faults')).body).toEqual({ faults: [] })
    for (let i = 0; i < 3; i++) expect((await callAsScout(server, 'auth.test', {})).ok).toBe(true)
  })

  test('[DEV-9] an app is taken out at once, and a fault that waits for it harms nobody', async () => {
    const server = await startServer()
    await server.request('POST', '/control/faults', { fault: 'app', how: 'uninstalled', app: 'scout', after: 9 })
    await server.request('POST', '/control/faults', { fault: 'event', how: 'twice', app: 'scout', times: 9 })
    await server.request('POST', '/control/faults', { fault: 'app', how: 'uninstalled', app: 'scout' })
    expect((await callAsScout(server, 'auth.test', {})).error).toBe('token_revoked')
    await server.request('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Anybody?' })
    expect(server.unexpectedErrors).toEqual([])
  })

  test('a call that waits goes on when the faults are removed', async () => {
    const server = await startServer()
    await server.request('POST', '/control/faults', { method: 'api.test', delay: '1d' })
    const answer = callAsScout(server, 'api.test', {})
    await expect.poll(async () => (await server.request('GET', '/control/faults')).body['faults']).toEqual([])
    await server.request('DELETE', '/control/faults')
    expect((await answer).ok).toBe(true)
  })

  test('a fault may only delay; DELETE /control/faults removes all faults', async () => {
    const server = await startServer()
    await server.request('POST', '/control/faults', { method: 'api.test', delay: '200ms' })
    const started = performance.now()
    expect((await callAsScout(server, 'api.test', {})).ok).toBe(true)
    expect(performance.now() - started).toBeGreaterThan(190)

    await server.request('POST', '/control/faults', { error: 'fatal_error', times: 9 })
    expect((await server.request('GET', '/control/faults')).body['faults']).toMatchObject([
      { method: '*', error: 'fatal_error', times: 9 },
    ])
    expect((await server.request('DELETE', '/control/faults')).body).toEqual({ ok: true })
    expect((await callAsScout(server, 'api.test', {})).ok).toBe(true)
  })
})
