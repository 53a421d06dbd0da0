import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SharedWindows } from '#bus/sharedWindows'
import { describeTeam } from '#domain/activity/teamsAtOnce'
import type { Caller } from '#domain/access/caller'
import { networkOfOne } from '#domain/access/networks'
import { findChannel, isVisibleTo } from '#domain/channels/find'
import { toEmailKey } from '#domain/people/email'
import { findKnownBrowser, rememberBrowser } from '#domain/people/knownBrowsers'
import { maxLength } from '#domain/lengths'
import { findPersonCaller } from '#domain/people/personCaller'
import type { PasswordHasher } from '#domain/people/passwords'
import type { PendingPasswords } from '#domain/people/pendingPasswords'
import { seesPushed } from '#domain/push/concerns'
import { createSession, endSession, findPeopleByPassword, holdPassword, listPeople } from '#domain/people/sessions'
import { SignInQueue } from '#domain/people/signInQueue'
import type { TrustedProxies } from '#http/wire/trustedProxies'
import type { Store } from '#store/db'
import {
  clearCookie,
  clearEnded,
  cookieForTeam,
  cookieOf,
  cookiesToClear,
  findRequestSession,
  findSignedIn,
  listRequestSessions,
  setCookie,
} from './sessionCookie.ts'
import { SignInLimits } from './signInLimits.ts'
import type { SignInLinks } from './signInLinks.ts'

export interface SessionOptions {
  store: Store
  signInLinks: SignInLinks
  passwords: PasswordHasher
  pendingPasswords: PendingPasswords
  trustedProxies: TrustedProxies
  /** Limits that several processes count together. */
  sharedWindows: SharedWindows | undefined
  /** Anyone may sign in with a click. */
  isDevelopment: boolean
}

const clickBody = z.object({ team: z.string().max(maxLength.browserId), user: z.string().max(maxLength.browserId) })
const passwordBody = z.object({
  email: z.string().max(maxLength.email),
  password: z.string().max(maxLength.password),
  /** Needed if e-mail and password fit a person in several teams. */
  team: z.string().max(maxLength.browserId).optional(),
})
/** [NTF-13] What a service worker is about to show. */
const pushedPlace = z.object({
  channel: z.string().max(maxLength.browserId),
  ts: z
    .string()
    .length(17)
    .regex(/^\d{10}\.\d{6}$/),
})
/** How long whoever finds the queue full should wait, seconds: the time in which it empties. */
const queueSeconds = 2
const wrongPassword = 'The e-mail address or the password is wrong.'

/** Signing in and out with a browser. */
export function sessionRoutes(app: FastifyInstance, sessions: SessionOptions): void {
  const { store, signInLinks, isDevelopment, trustedProxies } = sessions
  const { db } = store
  const limits = new SignInLimits(sessions.sharedWindows)
  const queue = new SignInQueue()

  app.get('/session', async (request: FastifyRequest<{ Querystring: Record<string, unknown> }>) => {
    const person = await findSignedIn(db, request)
    const { data: pushed } = pushedPlace.safeParse(request.query)
    const sessions = await listRequestSessions(db, request.raw)
    const teams = sessions.map(({ person: { teamId: team, userId: user } }) => ({ team, user }))
    if (person) {
      const seen = pushed ? { sees: await seesPushed(db, person, pushed) } : {}
      return { signed_in: true, team: person.teamId, user: person.userId, teams, ...seen }
    }
    return { signed_in: false, dev: isDevelopment, people: isDevelopment ? await listPeople(db) : [], teams }
  })

  /** [SES-15, SES-16] What is new in the teams that this browser is signed in to, or in those where a channel is seen. */
  app.get('/session/teams', async (request: FastifyRequest<{ Querystring: { channel?: unknown } }>) => {
    const sessions = await listRequestSessions(db, request.raw)
    const people = await Promise.all(sessions.map(({ person }) => seesAsked(person, request.query.channel)))
    return { teams: await Promise.all(people.filter((one) => one !== undefined).map((one) => describeTeam(db, one))) }
  })

  app.post('/session', async (request, reply) => {
    const click = clickBody.safeParse(request.body)
    if (isDevelopment && click.success) return signIn({ request, reply }, click.data.team, click.data.user)
    const body = passwordBody.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'invalid_arguments', 'Send `email` and `password`.')
    const { password, team } = body.data
    const email = toEmailKey(body.data.email)
    const browser = cookieOf(db, request.raw, 'browser')
    const address = trustedProxies.callerAddress(request.socket.remoteAddress ?? '', request.headers)
    const knownBrowser = browser === undefined ? undefined : await findKnownBrowser(db, browser, email)

    const attempt = await limits.take(email, { address, knownBrowser }, db.clock.now())
    if ('retryAfter' in attempt) {
      reply.header('retry-after', attempt.retryAfter)
      return refuse(reply, 429, 'ratelimited', `Too many attempts; try again in ${attempt.retryAfter} s.`)
    }
    const finding = queue.run(
      knownBrowser === undefined ? networkOfOne(address) : email,
      knownBrowser !== undefined,
      async () => {
        await sessions.pendingPasswords.finish(email)
        return findPeopleByPassword(store, sessions.passwords, email, password)
      },
    )
    if (typeof finding === 'string') {
      attempt.forgive()
      reply.header('retry-after', queueSeconds)
      // A 503 is about the server, and proxies may send others elsewhere then. This is about the caller alone.
      if (finding === 'taken by it')
        return refuse(reply, 429, 'ratelimited', `Too many attempts at once; try again in ${queueSeconds} s.`)
      return refuse(reply, 503, 'service_unavailable', 'Too many people are signing in; try again in a moment.')
    }
    const found = await finding.catch((error: unknown) => {
      attempt.forgive()
      throw error
    })
    const [person, ...others] = found.people.filter((match) => team === undefined || match.team === team)
    if (!person) return refuse(reply, 401, 'invalid_auth', wrongPassword)
    attempt.forgive()
    if (others.length > 0) {
      const detail = 'This e-mail and password fit people in several teams: name one in `team`.'
      return reply.code(409).send({ error: 'team_needed', detail, people: [person, ...others] })
    }
    return signIn({ request, reply }, person.team, person.user, { hash: found.hash, browser })
  })

  app.delete('/session', async (request, reply) => {
    const session = await findRequestSession(db, request)
    if (session) await store.write((tx) => endSession(tx, session.hash))
    for (const kind of cookiesToClear(db, request.raw, session)) clearCookie(db, reply, kind)
    return reply.code(204).send()
  })

  app.get('/sign-in', async (request: FastifyRequest<{ Querystring: { code?: string } }>, reply) => {
    const person = signInLinks.use(request.query.code ?? '')
    if (!person || !(await startSession({ request, reply }, person.team, person.user))) return reply.redirect('/', 303)
    // The page shows the team that it showed last, if there are several.
    const isOnly = (await listRequestSessions(db, request.raw)).length === 0
    return reply.redirect(isOnly ? '/' : `/?team=${encodeURIComponent(person.team)}`, 303)
  })

  async function seesAsked(person: Caller, id: unknown): Promise<Caller | undefined> {
    if (id === undefined) return person
    const channel = typeof id === 'string' ? await findChannel(db, person.teamId, id) : undefined
    return channel && isVisibleTo(channel, person) ? person : undefined
  }

  async function signIn(asked: Asked, team: string, user: string, proof?: Proof) {
    const { reply } = asked
    if (!(await startSession(asked, team, user, proof)))
      return refuse(reply, 401, 'invalid_auth', proof ? wrongPassword : 'There is no such person.')
    return reply.code(204).send()
  }

  /** `proof`: the person has proved who they are, and the browser is remembered. */
  async function startSession(
    { request, reply }: Asked,
    teamId: string,
    userId: string,
    proof?: Proof,
  ): Promise<boolean> {
    if (!(await findPersonCaller(db, teamId, userId))) return false
    const cookie = await cookieForTeam(db, request.raw, teamId)
    const replaced = (await listRequestSessions(db, request.raw)).filter(({ person }) => person.teamId === teamId)
    const secrets = await store.write(async (tx) => {
      // [OPS-5] To compare a password takes a while, in which the person may have got another one.
      if (proof && !(await holdPassword(tx, teamId, userId, proof.hash))) return undefined
      for (const session of replaced) await endSession(tx, session.hash)
      return {
        session: await createSession(tx, teamId, userId, request.headers['user-agent']),
        browser: proof && (await rememberBrowser(tx, { teamId, userId }, proof.browser)),
      }
    })
    if (!secrets) return false
    await clearEnded(db, request.raw, { reply, except: cookie })
    setCookie(db, reply, cookie, secrets.session)
    reply.header('content-location', `/session?team=${encodeURIComponent(teamId)}`)
    if (secrets.browser !== undefined) setCookie(db, reply, 'browser', secrets.browser)
    return true
  }
}

interface Asked {
  request: FastifyRequest
  reply: FastifyReply
}

/** A person has sent the password of this hash. */
interface Proof {
  hash: string
  /** The secret of their browser, if it is known. */
  browser: string | undefined
}

function refuse(reply: FastifyReply, status: number, error: string, detail: string) {
  return reply.code(status).send({ error, detail })
}
