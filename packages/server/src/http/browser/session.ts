import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#domain/clock'
import { personCaller } from '#domain/people/actions'
import { closeSession, openSession, people, peopleWithPassword, personOfSession } from '#domain/people/sessions'
import { SlidingWindow } from '#domain/access/rateLimiter'
import type { Store } from '#store/db'
import type { SignInLinks } from './signInLinks.ts'

export const cookieName = 'rivulet'

export interface Sessions {
  store: Store
  links: SignInLinks
  /** Whether anyone may be signed in with a click. */
  dev: boolean
  secure: boolean
  /** What the person watches has to end. */
  onSignedOut: (teamId: string, userId: string) => void
}

const oneClick = z.object({ team: z.string().max(64), user: z.string().max(64) })
const withPassword = z.object({
  email: z.string().max(320),
  password: z.string().max(1000),
  /** Needed where e-mail and password are the same in several teams. */
  team: z.string().max(64).optional(),
})

/** Signing in and out with a browser. */
export function sessionRoutes(app: FastifyInstance, sessions: Sessions): void {
  const { store, links, dev } = sessions
  const attempts = new Map<string, SlidingWindow>()

  app.get('/session', async (request) => {
    const secret = request.cookies[cookieName]
    if (secret && (await personOfSession(store.db, secret))) return { signed_in: true }
    return { signed_in: false, dev, people: dev ? await people(store.db) : [] }
  })

  app.post('/session', async (request, reply) => {
    const click = oneClick.safeParse(request.body)
    if (dev && click.success) return signIn(reply, click.data.team, click.data.user)
    const given = withPassword.safeParse(request.body)
    if (!given.success) return refuse(reply, 400, 'invalid_arguments', 'Send `email` and `password`.')
    const { password, team } = given.data
    const email = given.data.email.trim().toLowerCase()
    const over = tooMany(attempts, `address ${request.ip}`, 20) ?? tooMany(attempts, `account ${email}`, 5)
    if (over) {
      reply.header('retry-after', over.retryAfter)
      return refuse(reply, 429, 'ratelimited', `Too many attempts; try again in ${over.retryAfter} s.`)
    }
    const fitting = await peopleWithPassword(store.db, email, password)
    const [person, ...others] = fitting.filter((one) => team === undefined || one.team === team)
    if (!person) return refuse(reply, 401, 'invalid_auth', 'The e-mail and the password do not belong together.')
    if (others.length > 0) {
      const detail = 'You are in several teams with this e-mail and password; say in `team` which you mean.'
      return reply.code(409).send({ error: 'team_needed', detail, people: [person, ...others] })
    }
    return signIn(reply, person.team, person.user)
  })

  app.delete('/session', async (request, reply) => {
    const secret = request.cookies[cookieName]
    const person = secret ? await personOfSession(store.db, secret) : undefined
    if (secret) await store.write((tx) => closeSession(tx, secret))
    if (person) sessions.onSignedOut(person.teamId, person.userId)
    return reply.clearCookie(cookieName, { path: '/' }).code(204).send()
  })

  app.get('/sign-in', async (request: FastifyRequest<{ Querystring: { code?: string } }>, reply) => {
    const person = links.use(request.query.code ?? '')
    if (person) await setCookie(reply, person.team, person.user)
    return reply.redirect('/', 303)
  })

  async function signIn(reply: FastifyReply, team: string, user: string) {
    if (!(await setCookie(reply, team, user))) return refuse(reply, 401, 'invalid_auth', 'There is no such person.')
    return reply.code(204).send()
  }

  async function setCookie(reply: FastifyReply, team: string, user: string): Promise<boolean> {
    if (!(await personCaller(store.db, team, user))) return false
    const secret = await store.write((tx) => openSession(tx, team, user))
    reply.setCookie(cookieName, secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: sessions.secure,
      maxAge: 30 * 24 * 3600,
    })
    return true
  }
}

function refuse(reply: FastifyReply, status: number, error: string, detail: string) {
  return reply.code(status).send({ error, detail })
}

function tooMany(attempts: Map<string, SlidingWindow>, key: string, limit: number) {
  // The oldest goes; an address makes but 20 a minute.
  if (attempts.size > 10_000) for (const [oldest] of attempts.entries().take(1)) attempts.delete(oldest)
  let window = attempts.get(key)
  if (!window) attempts.set(key, (window = new SlidingWindow()))
  return window.take(limit, now())
}
