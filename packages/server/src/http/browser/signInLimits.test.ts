import { describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'

const password = { email: 'ana@acme.example', password: 'correct-horse-battery' }

describe('signing in too often', () => {
  test('five attempts in a minute are enough for an account, right or wrong', async () => {
    const server = await startServer()
    for (let i = 0; i < 5; i++) await server.request('POST', '/session', { ...password, password: 'wrong' })

    const sixth = await server.request('POST', '/session', password)

    expect(sixth).toMatchObject({ status: 429, body: { error: 'ratelimited' } })
    expect(sixth.headers.get('retry-after')).toMatch(/^(59|60)$/)
    await server.request('POST', '/control/clock', { advance: '1m' })
    expect((await server.request('POST', '/session', password)).status).toBe(204)
  })

  test('writing an e-mail in another way gives no more attempts', async () => {
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
