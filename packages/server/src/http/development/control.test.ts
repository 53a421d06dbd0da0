import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAppClient, socketUrl } from '#testing/apps/socketModeClient'
import { actsOn } from '#testing/workspace/domain'
import { aServer } from '#testing/server/server'

const ana = { team: 'T0ACME', user: 'U0ANA' }
const root = '1767225600.000100'
const dm = { channel: 'D0ANASCOUT', thread_ts: root }
type Server = Awaited<ReturnType<typeof aServer>>

describe('the control API', () => {
  test('POST /control/reset puts everything back to the workspace file', async () => {
    const server = await aServer()
    await server.ask('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Hm' })
    await server.ask('POST', '/control/clock', { advance: '1h' })
    await server.ask('POST', '/control/faults', { method: '*', error: 'fatal_error' })
    await call(server, 'chat.startStream', dm)

    expect(await server.ask('POST', '/control/reset')).toMatchObject({ status: 200, body: { ok: true } })

    expect((await server.ask('GET', '/control/clock')).body).toMatchObject({ ahead_ms: expect.closeTo(0, -2) })
    expect((await server.ask('GET', '/control/faults')).body).toEqual({ faults: [] })
    expect((await server.ask('GET', '/control/journal')).body).toEqual({ entries: [] })
    expect((await thread(server)).messages).toHaveLength(1)
    expect((await call(server, 'conversations.history', { channel: 'C0HELP' })).messages).toHaveLength(1)
  })

  test('POST /control/clock turns the clock: timeouts and every ts follow it', async () => {
    const server = await aServer()
    await call(server, 'assistant.threads.setStatus', { channel_id: dm.channel, thread_ts: root, status: 'reads' })
    const { ts } = await call(server, 'chat.startStream', {
      ...dm,
      channel: 'C0HELP',
      recipient_user_id: 'U0ANA',
      recipient_team_id: 'T0ACME',
    })
    expect(await thread(server)).toMatchObject({ status: { text: 'Scout reads' } })

    const turned = await server.ask('POST', '/control/clock', { advance: '2m' })

    expect(turned.body).toMatchObject({ ahead_ms: expect.closeTo(120_000, -2), iso: expect.stringMatching(/Z$/) })
    expect(await thread(server)).toMatchObject({ status: null })
    const later = await server.ask('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Later' })
    expect(Number(later.body['ts']) - Number(ts)).toBeGreaterThanOrEqual(120)
    await server.ask('POST', '/control/clock', { advance: '10m' })
    const { messages } = await call(server, 'conversations.replies', { channel: 'C0HELP', ts })
    expect(messages).toMatchObject([{}, { streaming_state: 'errored' }])
  })

  test('POST /control/faults orders answers: after so many calls, for so many calls', async () => {
    const server = await aServer()
    await server.ask('POST', '/control/faults', { method: 'api.test', error: 'is_archived', times: 2, after: 1 })

    const answers = []
    for (let i = 0; i < 4; i++) answers.push((await call(server, 'api.test', {})).error ?? 'ok')

    expect(answers).toEqual(['ok', 'is_archived', 'is_archived', 'ok'])
    expect(server.defects).toEqual([])
  })

  test.each([
    ['faults', { method: 'chat.nope', error: 'fatal_error' }, 'is no method that there is'],
    ['clock', { advance: '1000000000d' }, 'would turn the clock out of the years 2002 to 2255'],
    ['clock', { advance: '-30000d' }, 'would turn the clock out of the years 2002 to 2255'],
  ])('POST /control/%s with %j is refused, and nothing is changed', async (what, body, detail) => {
    const server = await aServer()
    const answer = await server.ask('POST', `/control/${what}`, body)
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_arguments' } })
    expect(answer.body['detail']).toContain(detail)
    expect((await server.ask('GET', '/control/faults')).body).toEqual({ faults: [] })
    expect((await server.ask('GET', '/control/clock')).body).toMatchObject({ ahead_ms: expect.closeTo(0, -2) })
  })

  test.each([
    [{ error: 'ratelimited' }, 429, 'ratelimited', '1'],
    [{ status: 429 }, 429, 'ratelimited', '1'],
    [{ status: 503 }, 503, 'service_unavailable', null],
    [{ status: 500 }, 500, 'internal_error', null],
    [{ status: 200, error: 'any_word' }, 200, 'any_word', null],
  ])('the fault %j is answered with HTTP %d and %s', async (fault, status, error, retryAfter) => {
    const server = await aServer()
    await server.ask('POST', '/control/faults', { method: 'chat.startStream', ...fault })
    const before = await thread(server)

    const answer = await server.ask('POST', '/api/chat.startStream', { ...dm, token: 'xoxb-acme-scout' })

    expect([answer.status, answer.body['error'], answer.headers.get('retry-after')]).toEqual([
      status,
      error,
      retryAfter,
    ])
    expect(await thread(server)).toEqual(before)
    expect((await call(server, 'api.test', {})).ok).toBe(true)
  })

  test('a fault may only delay, and DELETE /control/faults takes all away', async () => {
    const server = await aServer()
    await server.ask('POST', '/control/faults', { method: 'api.test', delay: '200ms' })
    const started = performance.now()
    expect((await call(server, 'api.test', {})).ok).toBe(true)
    expect(performance.now() - started).toBeGreaterThan(190)

    await server.ask('POST', '/control/faults', { error: 'fatal_error', times: 9 })
    expect((await server.ask('GET', '/control/faults')).body['faults']).toMatchObject([
      { method: '*', error: 'fatal_error', times: 9 },
    ])
    expect((await server.ask('DELETE', '/control/faults')).body).toEqual({ ok: true })
    expect((await call(server, 'api.test', {})).ok).toBe(true)
  })

  test('POST /control/say lets a person write, in a thread, with blocks, and to an app by its id', async () => {
    const server = await aServer()
    const { body } = await server.ask('POST', '/control/say', {
      ...ana,
      channel: 'D0ANASCOUT',
      thread_ts: root,
      text: 'And **now**?',
    })
    expect((await thread(server)).messages).toMatchObject([
      {},
      { ts: body['ts'], user: 'U0ANA', text: 'And *now*?', thread_ts: root },
    ])

    await server.ask('POST', '/control/say', { ...ana, channel: 'A0SCOUT', blocks: [{ type: 'divider' }] })
    const { messages } = await call(server, 'conversations.history', { channel: 'D0ANASCOUT' })
    expect(messages).toMatchObject([{ user: 'U0ANA', blocks: [{ type: 'divider' }] }, {}])

    const opened = await server.ask('POST', '/control/say', {
      team: 'T0ACME',
      user: 'U0BEN',
      channel: 'A0SCOUT',
      text: 'Hi',
    })
    expect(opened.body['ts']).toMatch(/^\d{10}\.\d{6}$/)
    const { channels } = await call(server, 'conversations.list', { types: 'im' })
    expect(channels.map(({ user }: { user: string }) => user)).toContain('U0BEN')
  })

  test('[EVT-10] POST /control/converse begins a thread with an assistant, /control/looks names a channel beside it', async () => {
    const server = await aServer()
    const told = async (event: string) =>
      (await server.ask('GET', `/control/wait?kind=delivery&app=A0SCOUT&event=${event}&outcome=sent`)).body['event']
    await anAppClient(server.url, { address: await socketUrl(server.url, 'xapp-1-A0SCOUT-acme') })
    const { channel, ts } = (await server.ask('POST', '/control/converse', { ...ana, app: 'A0SCOUT' })).body
    expect(channel).toBe(dm.channel)
    const started = { channel_id: channel, thread_ts: ts, user_id: 'U0ANA', context: {} }
    expect(await told('assistant_thread_started')).toMatchObject({ assistant_thread: started })
    const looks = { ...ana, app: 'A0SCOUT', looking: 'C0HELP' }
    expect((await server.ask('POST', '/control/looks', looks)).body).toEqual({ ok: true })
    expect(await told('assistant_thread_context_changed')).toMatchObject({
      assistant_thread: { ...started, context: { channel_id: 'C0HELP' } },
    })
    expect(await server.ask('POST', '/control/converse', { ...ana, app: 'C0HELP' })).toMatchObject({ status: 400 })
  })

  test('POST /control/stop lets a person stop a stream', async () => {
    const server = await aServer()
    const { ts } = await call(server, 'chat.startStream', { ...dm, markdown_text: 'So far' })

    expect((await server.ask('POST', '/control/stop', { ...ana, channel: dm.channel, ts })).body).toEqual({ ok: true })

    expect((await thread(server)).messages[1]).toMatchObject({ text: 'So far', streaming_state: 'completed' })
    expect((await call(server, 'chat.appendStream', { channel: dm.channel, ts, markdown_text: 'x' })).error).toBe(
      'stopped_by_user',
    )
    const again = await server.ask('POST', '/control/stop', { ...ana, channel: dm.channel, ts })
    expect(again).toMatchObject({ status: 400, body: { error: 'message_not_in_streaming_state' } })
  })

  test('GET /control/thread shows what a person sees: open streams, the status as it is shown, the audience', async () => {
    const server = await aServer()
    const place = { channel: 'C0HELP', thread_ts: root }
    await call(server, 'assistant.threads.setStatus', {
      channel_id: 'C0HELP',
      thread_ts: root,
      status: 'is thinking...',
      loading_messages: ['Reads', 'Writes'],
    })
    expect(await thread(server, 'U0BEN', place)).toMatchObject({
      messages: [{ text: 'The printer is on fire' }],
      status: {
        text: 'Scout is thinking...',
        loading_messages: ['Reads', 'Writes'],
        app_id: 'A0SCOUT',
        ends_at: expect.any(Number),
      },
    })

    await call(server, 'chat.startStream', {
      ...place,
      recipient_user_id: 'U0BEN',
      recipient_team_id: 'T0ACME',
      markdown_text: 'Pull the plug',
    })

    expect(await thread(server, 'U0BEN', place)).toMatchObject({
      messages: [{}, { text: 'Pull the plug', streaming_state: 'in_progress' }],
      status: null,
    })
    expect(await thread(server, 'U0ANA', place)).toMatchObject({
      messages: [{}, { text: '', blocks: [], streaming_state: 'in_progress' }],
    })

    await actsOn(server.store).set({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 100 } })
    await call(server, 'chat.startStream', {
      ...place,
      recipient_user_id: 'U0BEN',
      recipient_team_id: 'T0ACME',
      markdown_text: 'For all',
    })
    expect(await thread(server, 'U0ANA', place)).toMatchObject({
      messages: [{}, { text: '' }, { text: 'For all' }],
    })
    // Who looks into a public channel from outside is nobody's audience.
    expect(await thread(server, 'U0EVE', place)).toMatchObject({
      messages: [{}, { text: '', blocks: [] }, { text: '', blocks: [], streaming_state: 'in_progress' }],
    })
  })

  test('GET /control/journal has every call in order, and no token anywhere', async () => {
    const server = await aServer()
    await call(server, 'chat.startStream', { ...dm, markdown_text: 'My token is xoxb-acme-scout', chunks: undefined })
    await server.ask('POST', '/api/auth.test?token=xoxb-acme-scout', {
      token: 'xoxb-acme-scout',
      nested: { a: ['xapp-1-A0SCOUT-acme'] },
    })
    await server.ask('POST', '/api/xoxe.xoxb-globex-scout', {})
    await server.ask('POST', '/api/api.test', { error: 'xoxp-acme-ana' })
    await call(server, 'chat.startStream', { ...dm, channel: 'xoxb-acme-quiet' })

    const { text, body } = await server.ask('GET', '/control/journal')

    expect(text).not.toMatch(/xox[a-z]|xapp/)
    expect(body['entries']).toMatchObject([
      {
        seq: 1,
        kind: 'call',
        method: 'chat.startStream',
        team: 'T0ACME',
        app: 'A0SCOUT',
        ok: true,
        status: 200,
        args: { ...dm, markdown_text: 'My token is [token]' },
      },
      { method: 'auth.test', ok: true, args: { nested: { a: ['[token]'] } } },
      { method: '[token]', ok: false, error: 'unknown_method' },
      { method: 'api.test', ok: false },
      { error: 'channel_not_found', took_ms: expect.any(Number), request_id: expect.stringMatching(/./) },
    ])
    expect((await server.ask('GET', '/control/journal?after=4')).body['entries']).toHaveLength(1)
  })

  test('GET /control/wait answers when a message comes, or at once where it has', async () => {
    const server = await aServer()
    const waiting = server.ask('GET', '/control/wait?channel=C0HELP&user=U0ANA&text=wat&timeout=5s')
    await server.ask('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Fire' })
    await server.ask('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Bring water' })

    const first = (await waiting).body
    expect(first).toMatchObject({
      channel: 'C0HELP',
      message: { text: 'Bring water', user: 'U0ANA' },
      seq: expect.any(Number),
    })
    expect((await server.ask('GET', '/control/wait?channel=C0HELP&text=wat')).body).toEqual({
      ...first,
      at: expect.any(Number),
    })
    const after = await server.ask('GET', `/control/wait?channel=C0HELP&after=${first['seq']}&timeout=100ms`)
    expect(after).toMatchObject({
      status: 408,
      body: { ok: false, error: 'request_timeout', detail: expect.stringContaining('100ms') },
    })
  })

  test('GET /control/wait ends with the server', async () => {
    const server = await aServer()
    const waiting = server.ask('GET', '/control/wait?channel=C0HELP&text=wat&timeout=60s')
    // Until it has come.
    await new Promise((done) => setTimeout(done, 300))
    await server.end()
    expect(await waiting).toMatchObject({ status: 503, body: { ok: false, error: 'service_unavailable' } })
  })

  test('GET /control/wait waits for a state of a stream, and for a call', async () => {
    const server = await aServer()
    const done = server.ask('GET', `/control/wait?thread_ts=${root}&state=completed&timeout=5s`)
    const stopped = server.ask('GET', '/control/wait?kind=call&method=chat.stopStream&ok=true&timeout=5s')
    const { ts } = await call(server, 'chat.startStream', { ...dm, markdown_text: 'a' })
    await call(server, 'chat.stopStream', { channel: dm.channel, ts })

    expect((await done).body).toMatchObject({ message: { ts, streaming_state: 'completed' } })
    expect((await stopped).body).toMatchObject({ method: 'chat.stopStream', args: { ts } })
  })

  test('is not there in a server that is not for development', async () => {
    const server = await aServer({ dev: false })
    for (const [method, path] of [
      ['POST', '/control/reset'],
      ['GET', '/control/clock'],
      ['GET', '/control/journal'],
      ['DELETE', '/control/faults'],
    ] as const) {
      expect((await server.ask(method, path)).status).toBe(404)
    }
  })

  test('is open to pages of its own', async () => {
    const server = await aServer()
    const answer = await server.ask('POST', '/control/reset', undefined, {
      origin: server.url,
      'sec-fetch-site': 'same-origin',
    })
    expect(answer.status).toBe(200)
  })
})

describe('the control API refuses', () => {
  let server: Server
  beforeAll(async () => {
    server = await aServer()
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
  ])('%s %s with %j is a clear 400', async (method, path, body, says) => {
    const answer = await server.ask(method, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^[a-z_]+$/),
      detail: expect.stringContaining(says),
    })
    expect(server.defects).toEqual([])
  })

  test.each([
    [{ origin: 'https://evil.example' }, 'unknown_origin'],
    [{ 'sec-fetch-site': 'cross-site' }, 'unknown_origin'],
    [{ origin: 'null' }, 'unknown_origin'],
  ])('pages of other sites: %j', async (headers, error) => {
    const answer = await server.ask('POST', '/control/reset', undefined, headers)
    expect(answer).toMatchObject({ status: 403, body: { error } })
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test.each(['evil.example', 'evil.example:7070', 'localhost.evil.example', ''])('the name %j', async (host) => {
    const answer = await server.raw(`GET /control/journal HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 403 /)
    expect(answer).toContain('unknown_host')
    expect(server.defects).toEqual([])
  })
})

async function call({ ask }: Server, method: string, args: object): Promise<Record<string, any>> {
  return (await ask('POST', `/api/${method}`, { token: 'xoxb-acme-scout', ...args })).body
}

async function thread({ ask }: Server, viewer = 'U0ANA', { channel, thread_ts } = dm): Promise<Record<string, any>> {
  return (await ask('GET', `/control/thread?team=T0ACME&channel=${channel}&thread_ts=${thread_ts}&viewer=${viewer}`))
    .body
}
