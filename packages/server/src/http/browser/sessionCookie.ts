import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access/caller'
import { browserLifetimeMs } from '#domain/people/knownBrowsers'
import { findSession, type Session } from '#domain/people/sessions'
import { hashToken } from '#domain/ids'
import { ignoreRefusal } from '#domain/refusal'
import type { Db } from '#store/db'

/** `session`: the secret of a session. `browser`: the secret of a browser that somebody has signed in with before. */
const cookies = {
  session: { name: 'rivulet', maxAge: 30 * 24 * 3600 },
  browser: { name: 'rivulet_browser', maxAge: browserLifetimeMs / 1000 },
}
/** `team`: the secret of the session in that team, if the browser is signed in to another one too. */
type CookieKind = keyof typeof cookies | { team: string }
/** How many teams a browser is signed in to. More cookies are not read. */
const maxTeams = 20

/** [SES-7] The secret in a request's cookie, also in a request that Fastify does not see. */
export function cookieOf(db: Db, { headers }: Pick<IncomingMessage, 'headers'>, kind: CookieKind): string | undefined {
  const start = `${nameOf(db, kind)}=`
  const given = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return given.find((cookie) => cookie.startsWith(start))?.slice(start.length)
}

export function setCookie(db: Db, reply: FastifyReply, kind: CookieKind, secret: string): void {
  reply.setCookie(nameOf(db, kind), secret, {
    ...attributesOf(db),
    maxAge: cookies[kind === 'browser' ? kind : 'session'].maxAge,
  })
}

export function clearCookie(db: Db, reply: FastifyReply, kind: CookieKind): void {
  reply.clearCookie(nameOf(db, kind), attributesOf(db))
}

type Request = Pick<FastifyRequest, 'raw'>

/**
 * [SES-14] The session of the browser that asks, in the team that the request names. A request that names none is one of the
 * team that the browser signed in to first.
 */
export async function findRequestSession(db: Db, { raw }: Request): Promise<Session | undefined> {
  const team = teamAskedFor(raw)
  if (team === undefined)
    return (await findCookieSession(db, raw, 'session')) ?? (await listRequestSessions(db, raw))[0]
  for (const kind of [{ team }, 'session'] as const) {
    const session = await findCookieSession(db, raw, kind)
    if (session?.person.teamId === team) return session
  }
  return undefined
}

/** [SES-14] The sessions of the browser that asks, one for each team. */
export async function listRequestSessions(db: Db, raw: IncomingMessage): Promise<Session[]> {
  const sessions = new Map<string, Session>()
  for (const { secret } of sessionCookiesOf(db, raw)) {
    // The team may be in another database [NOD-11].
    const session = await findSession(db, secret).catch(ignoreRefusal)
    if (session && !sessions.has(session.person.teamId)) sessions.set(session.person.teamId, session)
  }
  return [...sessions.values()]
}

/** [SES-14] Clears the cookies whose sessions have ended elsewhere, so that they leave room. `except`: one that is about to be set. */
export async function clearEnded(
  db: Db,
  raw: IncomingMessage,
  { reply, except }: { reply: FastifyReply; except: CookieKind },
): Promise<void> {
  for (const { name, secret } of sessionCookiesOf(db, raw)) {
    if (name === nameOf(db, except)) continue
    const isOver = await findSession(db, secret).then(
      (session) => !session,
      // One of a team in another database has not ended.
      ignoreRefusal,
    )
    if (isOver) reply.clearCookie(name, attributesOf(db))
  }
}

/** The cookies that hold a session which has ended. Who signs out without one loses what the plain cookie has. */
export function cookiesToClear(db: Db, raw: IncomingMessage, session: Session | undefined): CookieKind[] {
  if (!session) return teamAskedFor(raw) === undefined ? ['session'] : []
  const kinds = ['session', { team: session.person.teamId }] as const
  return kinds.filter((kind) => hashToken(cookieOf(db, raw, kind) ?? '') === session.hash)
}

/** [SES-14] The cookie for a new session: the first team has the plain one, each further team one of its own. */
export async function cookieForTeam(db: Db, raw: IncomingMessage, team: string): Promise<CookieKind> {
  const own = await findCookieSession(db, raw, { team }).catch(ignoreRefusal)
  if (own?.person.teamId === team) return { team }
  const first = await findCookieSession(db, raw, 'session').catch(ignoreRefusal)
  return !first || first.person.teamId === team ? 'session' : { team }
}

/** The person who is signed in with the browser that asks. */
export async function findSignedIn(db: Db, request: Request): Promise<Caller | undefined> {
  return (await findRequestSession(db, request))?.person
}

async function findCookieSession(db: Db, raw: IncomingMessage, kind: CookieKind): Promise<Session | undefined> {
  const secret = cookieOf(db, raw, kind)
  return secret ? findSession(db, secret) : undefined
}

function sessionCookiesOf(db: Db, { headers }: IncomingMessage): { name: string; secret: string }[] {
  const plain = nameOf(db, 'session')
  return (headers.cookie ?? '')
    .split(';')
    .map((cookie) => cookie.trim().split('='))
    .map(([name = '', ...secret]) => ({ name, secret: secret.join('=') }))
    .filter(({ name }) => name === plain || name.startsWith(`${plain}.`))
    .toSorted((a, b) => Number(b.name === plain) - Number(a.name === plain))
    .slice(0, maxTeams)
}

function teamAskedFor({ url = '' }: IncomingMessage): string | undefined {
  return new URLSearchParams(url.split('?')[1]).get('team') ?? undefined
}

/** Browsers take a cookie of this prefix from this host alone, over HTTPS, so that no other site can plant one. */
function nameOf(db: Db, kind: CookieKind): string {
  const prefix = isSecure(db) ? '__Host-' : ''
  if (typeof kind === 'string') return prefix + cookies[kind].name
  return `${prefix}${cookies.session.name}.${encodeURIComponent(kind.team)}`
}

function attributesOf(db: Db) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(db) } as const
}

function isSecure({ cache }: Db): boolean {
  return cache.publicUrl.startsWith('https:')
}
