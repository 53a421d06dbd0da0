import { describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'

const token = { authorization: 'Bearer xoxb-acme-scout' }

describe('GET /metrics', () => {
  test('counts calls by method and outcome, viewers, streams and log entries', async () => {
    const { request } = await startServer()
    await request('POST', '/api/auth.test', undefined, token)
    await request('POST', '/api/auth.test', undefined, token)
    await request('POST', '/api/auth.test')
    const place = { channel: 'D0ANASCOUT', thread_ts: '1767225600.000100' }
    await request('POST', '/api/chat.startStream', place, token)

    const { status, headers, text } = await request('GET', '/metrics')

    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=/)
    expect(text).toContain('rivulet_api_calls_total{method="auth.test",outcome="ok"} 2\n')
    expect(text).toContain('rivulet_api_calls_total{method="auth.test",outcome="not_authed"} 1\n')
    expect(text).toContain('rivulet_api_call_seconds_count{method="auth.test"} 3\n')
    expect(text).toMatch(/\nrivulet_streams_open [1-9]/)
    expect(text).toMatch(/\nrivulet_log_entries [1-9]/)
    expect(text).toContain('\nrivulet_viewers 0\n')
    expect(text).toContain('\nrivulet_defects_total 0\n')
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  test('has no label that a caller made up, and nothing of a team', async () => {
    const { request } = await startServer()
    await request('POST', '/api/made.up.by.a.caller')
    await request('POST', '/api/conversations.info', { channel: 'C0SECRET' }, token)
    const { text } = await request('GET', '/metrics')
    expect(text).toContain('rivulet_api_calls_total{method="unknown",outcome="unknown_method"} 1\n')
    expect(text).not.toMatch(/made\.up|C0SECRET|T0ACME|xox/)
  })

  test.each(['x-forwarded-for', 'forwarded', 'via'])(
    'is refused to a request that comes through a proxy (%s)',
    async (header) => {
      const { request } = await startServer()
      const { status, body } = await request('GET', '/metrics', undefined, { [header]: '203.0.113.7' })
      expect(status).toBe(403)
      expect(body).toEqual({ error: 'access_denied', detail: expect.stringContaining('metrics: open') })
    },
  )

  test('is open to everybody, or off, by the setting', async () => {
    const open = await startServer({ metrics: 'open' })
    expect((await open.request('GET', '/metrics', undefined, { via: '1.1 proxy' })).status).toBe(200)
    const off = await startServer({ metrics: 'off' })
    expect((await off.request('GET', '/metrics')).text).not.toContain('rivulet_api_calls_total')
  })
})
