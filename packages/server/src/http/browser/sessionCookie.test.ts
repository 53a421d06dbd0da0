import { describe, expect, test } from 'vitest'
import { createSession } from '#domain/people/sessions'
import { startServer } from '#testing/server/server'

const password = { email: 'ana@acme.example', password: 'correct-horse-battery' }
type Server = Awaited<ReturnType<typeof startServer>>

describe('signing in', () => {
  test('the cookies are HttpOnly and SameSite', async () => {
    const plain = await startServer()
    expect((await plain.request('POST', '/session', password)).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^rivulet=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^rivulet_browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  test('[SES-7] with HTTPS, only this host can have set them', async () => {
    const secure = await startServer({ public_url: 'https://chat.acme.example' })
    const answer = await secure.request('POST', '/session', password)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-rivulet=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-rivulet_browser=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    const cookie = cookieOf(answer)
    expect(await signedIn(secure, cookie)).toBe(true)
    expect(await signedIn(secure, cookie.replace('__Host-', ''))).toBe(false)
    const out = await secure.request('DELETE', '/session', undefined, { cookie })
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-rivulet=; Max-Age=0; Path=\/; .*HttpOnly; Secure/)
    expect(await signedIn(secure, cookie)).toBe(false)
  })

  test('[SES-7] with HTTPS, browsers are told to use nothing else', async () => {
    const hsts = async (server: Server, path: string) =>
      (await server.request('GET', path)).headers.get('strict-transport-security')
    const secure = await startServer({ public_url: 'https://chat.acme.example' })
    for (const path of ['/', '/session', '/nothing-here']) expect(await hsts(secure, path)).toBe('max-age=31536000')
    expect(await hsts(await startServer(), '/session')).toBe(null)
  })

  test('[SES-3] a person has at most a hundred sessions; the oldest end', async () => {
    const { store, request } = await startServer()
    const cookies: string[] = []
    for (let i = 0; i < 102; i++) {
      cookies.push(await store.write((tx) => createSession(tx, 'T0ACME', 'U0ANA')))
      store.db.clock.advance(1)
    }
    const isSignedIn = async (secret = '') =>
      (await request('GET', '/session', undefined, { cookie: `rivulet=${secret}` })).body['signed_in']
    expect(await Promise.all([0, 1, 2, 101].map((i) => isSignedIn(cookies[i])))).toEqual([false, false, true, true])
  })
})

async function signedIn({ request }: Server, cookie: string): Promise<boolean> {
  return (await request('GET', '/session', undefined, { cookie })).body['signed_in']
}

function cookieOf({ headers }: { headers: Headers }): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
