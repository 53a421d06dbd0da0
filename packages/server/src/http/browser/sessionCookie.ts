import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access/caller'
import { browserLifetimeMs } from '#domain/people/knownBrowsers'
import { findSession, type Session } from '#domain/people/sessions'
import type { Db } from '#store/db'

/** `session`: the secret of a session. `browser`: the secret of a browser that somebody has signed in with before. */
const cookies = {
  session: { name: 'rivulet', maxAge: 30 * 24 * 3600 },
  browser: { name: 'rivulet_browser', maxAge: browserLifetimeMs / 1000 },
}
type CookieKind = keyof typeof cookies

/** [SES-7] The secret in a request's cookie, also in a request that Fastify does not see. */
export function cookieOf(db: Db, { headers }: Pick<IncomingMessage, 'headers'>, kind: CookieKind): string | undefined {
  const start = `${nameOf(db, kind)}=`
  const given = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return given.find((cookie) => cookie.startsWith(start))?.slice(start.length)
}

export function setCookie(db: Db, reply: FastifyReply, kind: CookieKind, secret: string): void {
  reply.setCookie(nameOf(db, kind), secret, { ...attributesOf(db), maxAge: cookies[kind].maxAge })
}

export function clearCookie(db: Db, reply: FastifyReply, kind: CookieKind): void {
  reply.clearCookie(nameOf(db, kind), attributesOf(db))
}

/** The session of the browser that asks. */
export async function findRequestSession(db: Db, { raw }: FastifyRequest): Promise<Session | undefined> {
  const secret = cookieOf(db, raw, 'session')
  return secret ? findSession(db, secret) : undefined
}

/** The person who is signed in with the browser that asks. */
export async function findSignedIn(db: Db, request: FastifyRequest): Promise<Caller | undefined> {
  return (await findRequestSession(db, request))?.person
}

/** Browsers take a cookie of this prefix from this host alone, over HTTPS, so that no other site can plant one. */
function nameOf(db: Db, kind: CookieKind): string {
  return `${isSecure(db) ? '__Host-' : ''}${cookies[kind].name}`
}

function attributesOf(db: Db) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(db) } as const
}

function isSecure({ cache }: Db): boolean {
  return cache.publicUrl.startsWith('https:')
}
