import { PerformanceObserver } from 'node:perf_hooks'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
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
    expect(text).toContain('\nrivulet_database_up 1\n')
    expect(text).toContain('\nrivulet_defects_total 0\n')
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  test('counts unexpected errors outside of calls too', async () => {
    const { request, store } = await startServer()
    await sql`drop table pushes`.execute(store.db)
    const defects = async () => (await request('GET', '/metrics')).text
    await expect.poll(defects).toMatch(/\nrivulet_defects_total [1-9]/)
  })

  test('has no label that a caller made up, and nothing of a team', async () => {
    const { request } = await startServer()
    await request('POST', '/api/made.up.by.a.caller')
    await request('POST', '/api/conversations.info', { channel: 'C0SECRET' }, token)
    const { text } = await request('GET', '/metrics')
    expect(text).toContain('rivulet_api_calls_total{method="unknown",outcome="unknown_method"} 1\n')
    expect(text).not.toMatch(/made\.up|C0SECRET|T0ACME|xox/)
  })

  test.each([
    ['open', true],
    ['off', false],
  ] as const)('with %s, the process is observed: %s', async (metrics, isObserved) => {
    const observe = vi.spyOn(PerformanceObserver.prototype, 'observe')
    onTestFinished(() => observe.mockRestore())
    await startServer({ metrics })
    expect(observe.mock.calls.some(([options]) => options.entryTypes?.includes('gc'))).toBe(isObserved)
  })

  test('[SES-8] answers nobody unless a setting says so, also not this machine', async () => {
    const { request } = await startServer({ dev: false, metrics: 'off' })
    for (const headers of [{}, { host: 'localhost' }, { 'x-forwarded-for': '127.0.0.1' }]) {
      const { status, text } = await request('GET', '/metrics', undefined, headers)
      expect(status).toBe(404)
      expect(text).not.toContain('rivulet_')
    }
  })

  test('[SES-8] answers everybody with `open`', async () => {
    const { request } = await startServer({ metrics: 'open' })
    expect((await request('GET', '/metrics', undefined, { via: '1.1 proxy' })).status).toBe(200)
  })

  test('[SES-8] answers on a port of its own, and there alone', async () => {
    const server = await startServer({ metrics: { host: '127.0.0.1', port: 0 } })
    await server.request('POST', '/api/auth.test', undefined, token)

    expect((await server.request('GET', '/metrics')).status).toBe(404)
    const own = await fetch(`${server.metricsUrl}/metrics`)
    expect(own.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    expect(await own.text()).toContain('rivulet_api_calls_total{method="auth.test",outcome="ok"} 1\n')
    for (const path of ['/', '/api/auth.test', '/metrics/..', '/control/clock'])
      expect((await fetch(server.metricsUrl + path)).status).toBe(404)
    expect((await fetch(`${server.metricsUrl}/metrics`, { method: 'POST' })).status).toBe(404)

    await server.end()
    await expect(fetch(`${server.metricsUrl}/metrics`)).rejects.toThrow()
  })

  test('[SES-8] a port that is taken is named with the setting, and nothing is left running', async () => {
    const { url } = await startServer()
    const port = Number(new URL(url).port)
    const why = `The port ${port} of 127.0.0.1 is in use. Stop what listens there, or choose another with --metrics.`
    await expect(startServer({ metrics: { host: '127.0.0.1', port } })).rejects.toThrow(why)
  })
})
