import { describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'
import { stopClock } from '#testing/workspace/stopClock'
import { SignInLimits } from './signInLimits.ts'

const right = { email: 'ana@acme.example', password: 'correct-horse-battery' }
const wrong = { ...right, password: 'wrong' }

describe('signing in too often', () => {
  test('[SES-4] is not forgotten when any number of others are turned away, or find the queue full', async () => {
    const limits = new SignInLimits()
    const tryAna = (address: string) => limits.take('ana@acme.example', { address, knownBrowser: undefined }, 0)
    for (let i = 0; i < 20; i++) expect(await tryAna(`198.51.100.${i}`)).not.toHaveProperty('retryAfter')
    for (let i = 0; i < 20_000; i++) {
      const attempt = await limits.take(`${i}@acme.example`, { address: '203.0.113.7', knownBrowser: undefined }, 0)
      if ('forgive' in attempt && i > 20) attempt.forgive()
    }
    for (let i = 0; i < 20_000; i++) {
      const attempt = await limits.take(
        `${i}@acme.example`,
        { address: `2001:db8:0:${i % 9}::1`, knownBrowser: undefined },
        0,
      )
      if ('forgive' in attempt) attempt.forgive()
    }
    expect(await tryAna('192.0.2.1')).toHaveProperty('retryAfter')
  })

  test('[SES-4] is failing five times a minute for one account; what succeeds does not count', async () => {
    stopClock()
    const { tryTo } = await startProxied()
    for (let i = 0; i < 6; i++) expect((await tryTo(right)).status).toBe(204)
    for (let i = 0; i < 5; i++) expect((await tryTo(wrong)).status).toBe(401)

    const refused = await tryTo(right)
    expect(refused).toMatchObject({ status: 429, body: { error: 'ratelimited' } })
    expect(refused.headers.get('retry-after')).toBe('60')

    await tryTo.advance('1m')
    expect((await tryTo(right)).status).toBe(204)
  })

  test('[SES-4] is the same in another spelling of the e-mail address', async () => {
    const { tryTo } = await startProxied()
    for (const email of [' ana@acme.example', 'ANA@acme.example', 'Ana@Acme.example', 'aNa@acme.example', right.email])
      await tryTo({ ...wrong, email })
    expect((await tryTo(right)).status).toBe(429)
  })

  test('[SES-4] by others locks nobody out of a browser that they have signed in with before', async () => {
    const { tryTo } = await startProxied()
    const known = cookiesOf(await tryTo(right))
    // One attacker with the address of the person, and ten with addresses of their own.
    for (let i = 0; i < 25; i++) await tryTo(wrong)
    for (let i = 0; i < 25; i++) await tryTo(wrong, { from: `198.51.100.${i % 10}` })
    expect((await tryTo(right)).status).toBe(429)
    expect((await tryTo(right, { from: '192.0.2.77' })).status).toBe(429)

    expect((await tryTo(right, { cookie: known })).status).toBe(204)
    expect((await tryTo(right, { cookie: known, from: '192.0.2.77' })).status).toBe(204)
  })

  test('[SES-4] with a known browser counts for that browser and person alone', async () => {
    const { tryTo } = await startProxied()
    const known = cookiesOf(await tryTo(right))
    for (let i = 0; i < 5; i++) expect((await tryTo(wrong, { cookie: known })).status).toBe(401)
    expect((await tryTo(right, { cookie: known })).status).toBe(429)
    expect((await tryTo(right)).status).toBe(204)
    // The browser is a stranger to everybody else.
    const ben = { email: 'ben@acme.example', password: 'staple-horse-correct' }
    expect((await tryTo(ben, { cookie: known })).status).toBe(204)
  })

  test('[SES-4] from one address touches nobody who comes through the same proxy', async () => {
    const { tryTo } = await startProxied()
    for (let i = 0; i < 20; i++) await tryTo({ ...wrong, email: `${i}@acme.example` }, { from: '198.51.100.1' })
    expect((await tryTo(right, { from: '198.51.100.1' })).status).toBe(429)
    expect((await tryTo(right, { from: '198.51.100.2' })).status).toBe(204)
  })

  test('[SES-4] is counted for an IPv6 network, not for each of its addresses', async () => {
    const { tryTo } = await startProxied()
    for (let i = 0; i < 20; i++) await tryTo({ ...wrong, email: `${i}@acme.example` }, { from: `2001:db8:1:2::${i}` })
    expect((await tryTo(right, { from: '2001:0db8:0001:0002:ffff::1' })).status).toBe(429)
    expect((await tryTo(right, { from: '2001:db8:1:3::1' })).status).toBe(204)
  })

  test('[SES-4] a browser is known only by a secret that the server gave it', async () => {
    const { tryTo } = await startProxied()
    for (let i = 0; i < 5; i++) await tryTo(wrong)
    expect((await tryTo(right, { cookie: 'rivulet_browser=made-up' })).status).toBe(429)
    // Nor is it kept.
    const given = cookiesOf(await tryTo(right, { cookie: 'rivulet_browser=made-up', from: '192.0.2.9' }))
    expect(given).toMatch(/rivulet_browser=[\w-]{43}/)
  })
})

test('[SES-5] however many strangers sign in at once, a browser that is known is served next', async () => {
  const { tryTo } = await startProxied()
  const cookie = cookiesOf(await tryTo(right))
  const statuses: number[] = []
  const strangers = Array.from({ length: 60 }, async (_, i) => {
    const answer = await tryTo({ ...wrong, email: `${i}@acme.example` }, { from: `198.51.100.${i}` })
    statuses.push(answer.status)
    if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('2')
  })
  await expect.poll(() => statuses.filter((status) => status === 503).length).toBeGreaterThan(30)
  const hashedBefore = statuses.filter((status) => status === 401).length

  expect((await tryTo(right, { cookie })).status).toBe(204)

  // It came behind the one that was being hashed, and one whose turn it was.
  expect(statuses.filter((status) => status === 401).length - hashedBefore).toBeLessThanOrEqual(4)
  await Promise.all(strangers)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(30)
})

test('[SES-5] three attempts of one network at once are too many of it, and say nothing about the server', async () => {
  const { tryTo } = await startProxied()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => tryTo({ ...wrong, email: `${i}@acme.example` })),
  )
  const refused = answers.filter(({ status }) => status !== 401)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 429, body: { error: 'ratelimited' } })
    expect(answer.headers.get('retry-after')).toBe('2')
  }
})

/** A server behind a proxy that says who asks. */
async function startProxied() {
  const server = await startServer({ trusted_proxies: ['loopback'] })
  const send = (body: object, { from = '203.0.113.7', cookie = '' } = {}) =>
    server.request('POST', '/session', body, { 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) })
  const advance = (time: string) => server.request('POST', '/control/clock', { advance: time })
  return { tryTo: Object.assign(send, { advance }) }
}

function cookiesOf({ headers }: { headers: Headers }): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
