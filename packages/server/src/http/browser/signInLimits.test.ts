import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '#testing/server/server'

const password = { email: 'ana@acme.example', password: 'correct-horse-battery' }

describe('signing in too often', () => {
  test('an account has five attempts a minute, right or wrong', async () => {
    stopTheClock()
    const server = await startServer()
    for (let i = 0; i < 5; i++) await server.request('POST', '/session', { ...password, password: 'wrong' })

    const sixth = await server.request('POST', '/session', password)

    expect(sixth).toMatchObject({ status: 429, body: { error: 'ratelimited' } })
    expect(sixth.headers.get('retry-after')).toBe('60')
    await server.request('POST', '/control/clock', { advance: '1m' })
    expect((await server.request('POST', '/session', password)).status).toBe(204)
  })

  test('another spelling of the e-mail address gives no more attempts', async () => {
    const server = await startServer()
    for (const email of [
      'ana@acme.example',
      'ANA@acme.example',
      ' ana@acme.example',
      'Ana@Acme.example',
      'aNa@acme.example',
    ])
      await server.request('POST', '/session', { email, password: 'wrong' })
    expect((await server.request('POST', '/session', password)).status).toBe(429)
  })
})

/** Time passes only when the test advances the clock, so `Retry-After` is exact however slow the machine is. */
function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
}
