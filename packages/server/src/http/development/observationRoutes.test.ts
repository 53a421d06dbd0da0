import { describe, expect, test, vi } from 'vitest'
import { actionsOn } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { callAsScout, readThread } from '#testing/server/controlApi'
import { waitForArrival } from '#testing/server/waitForArrival'

const ana = { team: 'T0ACME', user: 'U0ANA' }
const root = '1767225600.000100'
const dm = { channel: 'D0ANASCOUT', thread_ts: root }

describe('the observation routes of the control API', () => {
  test('GET /control/thread shows what a person sees: open streams, the status line, only what they may read', async () => {
    const server = await startServer()
    const place = { channel: 'C0HELP', thread_ts: root }
    await callAsScout(server, 'assistant.threads.setStatus', {
      channel_id: 'C0HELP',
      thread_ts: root,
      status: 'is thinking...',
      loading_messages: ['Reads', 'Writes'],
    })
    expect(await readThread(server, 'U0BEN', place)).toMatchObject({
      messages: [{ text: 'The printer is on fire' }],
      status: {
        text: 'Scout is thinking...',
        loading_messages: ['Reads', 'Writes'],
        app_id: 'A0SCOUT',
        ends_at: expect.any(Number),
      },
    })

    await callAsScout(server, 'chat.startStream', {
      ...place,
      recipient_user_id: 'U0BEN',
      recipient_team_id: 'T0ACME',
      markdown_text: 'Pull the plug',
    })

    expect(await readThread(server, 'U0BEN', place)).toMatchObject({
      messages: [{}, { text: 'Pull the plug', streaming_state: 'in_progress' }],
      status: null,
    })
    expect(await readThread(server, 'U0ANA', place)).toMatchObject({
      messages: [{}, { text: '', blocks: [], streaming_state: 'in_progress' }],
    })

    await actionsOn(server.store).changeSettings({
      stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 100 },
    })
    await callAsScout(server, 'chat.startStream', {
      ...place,
      recipient_user_id: 'U0BEN',
      recipient_team_id: 'T0ACME',
      markdown_text: 'For all',
    })
    expect(await readThread(server, 'U0ANA', place)).toMatchObject({
      messages: [{}, { text: '' }, { text: 'For all' }],
    })
    // Someone who looks into a public channel without being a member never watches its streams.
    expect(await readThread(server, 'U0EVE', place)).toMatchObject({
      messages: [{}, { text: '', blocks: [] }, { text: '', blocks: [], streaming_state: 'in_progress' }],
    })
  })

  test('GET /control/journal has every call in order, and no tokens', async () => {
    const server = await startServer()
    await callAsScout(server, 'chat.startStream', {
      ...dm,
      markdown_text: 'My token is xoxb-acme-scout',
      chunks: undefined,
    })
    await server.request('POST', '/api/auth.test?token=xoxb-acme-scout', {
      token: 'xoxb-acme-scout',
      nested: { a: ['xapp-1-A0SCOUT-acme'] },
    })
    await server.request('POST', '/api/xoxe.xoxb-globex-scout', {})
    await server.request('POST', '/api/api.test', { error: 'xoxp-acme-ana' })
    await callAsScout(server, 'chat.startStream', { ...dm, channel: 'xoxb-acme-quiet' })

    const { text, body } = await server.request('GET', '/control/journal')

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
    expect((await server.request('GET', '/control/journal?after=4')).body['entries']).toHaveLength(1)
  })

  test('GET /control/wait answers when a matching message comes, or at once if there is one', async () => {
    const server = await startServer()
    const waiting = server.request('GET', '/control/wait?channel=C0HELP&user=U0ANA&text=wat&timeout=5s')
    await server.request('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Fire' })
    await server.request('POST', '/control/say', { ...ana, channel: 'C0HELP', text: 'Bring water' })

    const first = (await waiting).body
    expect(first).toMatchObject({
      channel: 'C0HELP',
      message: { text: 'Bring water', user: 'U0ANA' },
      seq: expect.any(Number),
    })
    expect((await server.request('GET', '/control/wait?channel=C0HELP&text=wat')).body).toEqual({
      ...first,
      at: expect.any(Number),
    })
    const after = await server.request('GET', `/control/wait?channel=C0HELP&after=${first['seq']}&timeout=100ms`)
    expect(after).toMatchObject({
      status: 408,
      body: { ok: false, error: 'request_timeout', detail: expect.stringContaining('100ms') },
    })
  })

  test('GET /control/wait ends when the server goes down', async () => {
    const server = await startServer()
    const waiting = server.request('GET', '/control/wait?channel=C0HELP&text=wat&timeout=60s')
    await waitForArrival()
    await server.end()
    expect(await waiting).toMatchObject({ status: 503, body: { ok: false, error: 'service_unavailable' } })
  })

  test('GET /control/wait waits for a stream’s state, and for a call', async () => {
    const server = await startServer()
    const done = server.request('GET', `/control/wait?thread_ts=${root}&state=completed&timeout=5s`)
    const stopped = server.request('GET', '/control/wait?kind=call&method=chat.stopStream&ok=true&timeout=5s')
    const { ts } = await callAsScout(server, 'chat.startStream', { ...dm, markdown_text: 'a' })
    await callAsScout(server, 'chat.stopStream', { channel: dm.channel, ts })

    expect((await done).body).toMatchObject({ message: { ts, streaming_state: 'completed' } })
    expect((await stopped).body).toMatchObject({ method: 'chat.stopStream', args: { ts } })
  })

  test('GET /control/wait looks once at each entry of the journal', async () => {
    const server = await startServer()
    const { journal } = server.inside ?? {}
    if (!journal) throw new Error('A development server has a journal.')
    const looks = vi.spyOn(journal, 'find')
    const found = server.request('GET', '/control/wait?kind=call&method=auth.test&timeout=10s')
    for (const count of [1, 2]) {
      await expect.poll(() => looks.mock.calls.length).toBeGreaterThanOrEqual(count)
      await callAsScout(server, 'api.test', {})
    }
    await expect.poll(() => looks.mock.calls.at(-1)?.[0].after).toBe(1)
    await callAsScout(server, 'auth.test', {})
    expect((await found).body).toMatchObject({ seq: 3 })
  })
})
