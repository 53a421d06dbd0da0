import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findPersonCaller } from '#domain/people/personCaller'
import type { PasswordHasher } from '#domain/people/passwords'
import { createSession, deleteSession, findPeopleByPassword, listPeople } from '#domain/people/sessions'
import { SlidingWindow } from '#domain/access/slidingWindow'
import type { Store } from '#store/db'
import { cookieName, findSignedIn } from './sessionCookie.ts'
import type { SignInLinks } from './signInLinks.ts'

export interface SessionOptions {
  store: Store
  signInLinks: SignInLinks
  passwords: PasswordHasher
  /** Anyone may sign in with a click. */
  isDevelopment: boolean
  /** The server is reached over HTTPS. */
  isSecure: boolean
  /** Ends the person's connections to the feed. */
  onSignedOut: (teamId: string, userId: string) => void
}

const clickBody = z.object({ team: z.string().max(64), user: z.string().max(64) })
const passwordBody = z.object({
  email: z.string().max(320),
  password: z.string().max(1000),
  /** Needed if e-mail and password fit a person in several teams. */
  team: z.string().max(64).optional(),
})

/** Signing in and out with a browser. */
export function sessionRoutes(app: FastifyInstance, sessions: SessionOptions): void {
  const { store, signInLinks, isDevelopment } = sessions
  const attempts = new Map<string, SlidingWindow>()

  app.get('/session', async (request) => {
    if (await findSignedIn(store.db, request)) return { signed_in: true }
    return { signed_in: false, dev: isDevelopment, people: isDevelopment ? await listPeople(store.db) : [] }
  })

  app.post('/session', async (request, reply) => {
    const click = clickBody.safeParse(request.body)
    if (isDevelopment && click.success) return signIn(reply, click.data.team, click.data.user)
    const body = passwordBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'invalid_arguments', 'Send `email` and `password`.')
    const { password, team } = body.data
    const email = body.data.email.trim().toLowerCase()
    const now = store.db.clock.now()
    const limited =
      countAttempt(attempts, `address ${request.ip}`, 20, now) ?? countAttempt(attempts, `account ${email}`, 5, now)
    if (limited) {
      reply.header('retry-after', limited.retryAfter)
      return refuse(reply, 429, 'ratelimited', `Too many attempts; try again in ${limited.retryAfter} s.`)
    }
    const matching = await findPeopleByPassword(store.db, sessions.passwords, email, password)
    const [person, ...others] = matching.filter((match) => team === undefined || match.team === team)
    if (!person) return refuse(reply, 401, 'invalid_auth', 'The e-mail address or the password is wrong.')
    if (others.length > 0) {
      const detail = 'This e-mail and password fit people in several teams: name one in `team`.'
      return reply.code(409).send({ error: 'team_needed', detail, people: [person, ...others] })
    }
    return signIn(reply, person.team, person.user)
  })

  app.delete('/session', async (request, reply) => {
    const secret = request.cookies[cookieName]
    const person = await findSignedIn(store.db, request)
    if (secret) await store.write((tx) => deleteSession(tx, secret))
    if (person) sessions.onSignedOut(person.teamId, person.userId)
    return reply.clearCookie(cookieName, { path: '/' }).code(204).send()
  })

  app.get('/sign-in', async (request: FastifyRequest<{ Querystring: { code?: string } }>, reply) => {
    const person = signInLinks.use(request.query.code ?? '')
    if (person) await setCookie(reply, person.team, person.user)
    return reply.redirect('/', 303)
  })

  async function signIn(reply: FastifyReply, team: string, user: string) {
    if (!(await setCookie(reply, team, user))) return refuse(reply, 401, 'invalid_auth', 'There is no such person.')
    return reply.code(204).send()
  }

  async function setCookie(reply: FastifyReply, team: string, user: string): Promise<boolean> {
    if (!(await findPersonCaller(store.db, team, user))) return false
    const secret = await store.write((tx) => createSession(tx, team, user))
    reply.setCookie(cookieName, secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: sessions.isSecure,
      maxAge: 30 * 24 * 3600,
    })
    return true
  }
}

function refuse(reply: FastifyReply, status: number, error: string, detail: string) {
  return reply.code(status).send({ error, detail })
}

function countAttempt(attempts: Map<string, SlidingWindow>, key: string, limit: number, now: number) {
  // Drops the oldest. An address makes at most 20 attempts a minute, so it takes many addresses to fill the map.
  if (attempts.size > 10_000) for (const [oldest] of attempts.entries().take(1)) attempts.delete(oldest)
  let window = attempts.get(key)
  if (!window) attempts.set(key, (window = new SlidingWindow()))
  return window.take(limit, now)
}
