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
    ['faults', { method: 'chat.nope', error: 'fatal_error' }, 'is neither a method nor'],
    ['faults', { fault: 'eaten' }, 'fault'],
    ['faults', { fault: 'socket', how: 'softly' }, 'how'],
    ['faults', { fault: 'lost', error: 'fatal_error' }, 'error'],
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
