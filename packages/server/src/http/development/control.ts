import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Bus } from '#bus/bus'
import type { Acts } from '#domain/interactions/interactions'
import { now, resetClock, turnClock } from '#domain/clock'
import { beginThread, lookBeside } from '#domain/apps/home'
import { milliseconds } from '#domain/settings/duration'
import { findChannel } from '#domain/channels/find'
import { openDirect } from '#domain/channels/list'
import { personCaller, say, stopStream } from '#domain/people/actions'
import { Refusal } from '#domain/refusal'
import { endTimedOut } from '#domain/streams/end'
import { findUser } from '#domain/people/users'
import { methods } from '#methods/index'
import { blocks } from '#rpc/args/args'
import type { Db, Store } from '#store/db'
import { carryOut, verbs } from '#http/browser/interactions'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import { answerMistakes, type Keeping, keepingRoutes, refuse } from '#http/operator/apps'
import { threadSeenBy, waitFor, waiting } from './wait.ts'

export interface Controls {
  store: Store
  bus: Bus
  faults: Faults
  journal: Journal
  draining: () => boolean
  acts: Acts
  /** Puts everything back to the workspace file. */
  reset: () => Promise<void>
  keeping: Keeping
}

const duration = z.string().refine((text) => milliseconds(text) !== undefined, 'is no duration like "90s" or "10m"')
/** A ts has ten digits of seconds, and JavaScript has to hold its microseconds. */
const reachable = (text: string) => {
  const time = now() + (milliseconds(text) ?? 0)
  return time >= 1_000_000_000_000 && time < 9_000_000_000_000
}
const turning = z.strictObject({
  advance: duration.refine(reachable, 'would turn the clock out of the years 2002 to 2255'),
})
const saying = z.strictObject({
  team: z.string(),
  user: z.string(),
  channel: z.string().describe('A channel, or an app or person for the direct message with them.'),
  text: z.string().optional(),
  blocks: blocks.optional(),
  thread_ts: z.string().optional(),
})
const fault = z
  .strictObject({
    method: z
      .string()
      .refine((name) => name === '*' || methods.has(name), 'is no method that there is, and not "*"')
      .default('*'),
    error: z.string().optional(),
    status: z.int().min(200).max(599).optional(),
    times: z.int().min(1).default(1),
    delay: duration.optional(),
    after: z.int().min(0).default(0),
  })
  .refine(
    (given) => given.error !== undefined || given.status !== undefined || given.delay !== undefined,
    'needs `error`, `status` or `delay`',
  )
const besideApp = z.strictObject({
  team: z.string(),
  user: z.string(),
  app: z.string(),
  looking: z.string().optional(),
})
const stopping = z.strictObject({ team: z.string(), user: z.string(), channel: z.string(), ts: z.string() })
/** An act of a person; the rest is as a browser says it. */
const acting = z.looseObject({ team: z.string(), user: z.string() })
const thread = z.strictObject({ team: z.string(), channel: z.string(), thread_ts: z.string(), viewer: z.string() })

/** Development only: what a test or a person needs to play every part but the app's. */
export function controlRoutes(app: FastifyInstance, controls: Controls): void {
  const { store, faults, journal } = controls

  answerMistakes(app)
  // Scripts say that they send JSON also where there is nothing to send.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body, done)
  })

  keepingRoutes(app, controls.keeping)

  app.post('/control/reset', async () => {
    faults.clear()
    journal.clear()
    resetClock()
    await controls.reset()
    return { ok: true }
  })

  app.get('/control/clock', async () => clock())
  app.post('/control/clock', async (request) => {
    const { advance } = turning.parse(request.body)
    turnClock(milliseconds(advance) ?? 0)
    await endTimedOut(store)
    return clock()
  })

  app.get('/control/faults', async () => ({ faults: faults.list() }))
  app.post('/control/faults', async (request) => {
    const given = fault.parse(request.body)
    faults.order({ ...given, delay: milliseconds(given.delay ?? '0ms') ?? 0 })
    return { ok: true }
  })
  app.delete('/control/faults', async () => {
    faults.clear()
    return { ok: true }
  })

  app.post('/control/say', async (request) => {
    const { team, user, channel, text, blocks: given, thread_ts: threadTs } = saying.parse(request.body)
    const person = await personNamed(store.db, team, user)
    const ts = await store.write(async (tx) => {
      const channelId = await placeNamed(tx, team, user, channel)
      return say(tx, person, { channelId, text, blocks: given, threadTs })
    })
    return { ts }
  })

  app.post('/control/converse', async (request) => {
    const { team, user, app: place, looking } = besideApp.parse(request.body)
    const person = await personNamed(store.db, team, user)
    const [channel, ts] = await store.write(async (tx) => {
      const channelId = await placeNamed(tx, team, user, place)
      return [channelId, await beginThread(tx, person, channelId, looking)] as const
    })
    return { channel, ts }
  })

  app.post('/control/looks', async (request) => {
    const { team, user, app: place, looking } = besideApp.parse(request.body)
    const person = await personNamed(store.db, team, user)
    await store.write(async (tx) => {
      const channelId = await placeNamed(tx, team, user, place)
      await lookBeside(tx, person, { channelId, looking })
    })
    return { ok: true }
  })

  app.post('/control/stop', async (request) => {
    const { team, user, channel, ts } = stopping.parse(request.body)
    const person = await personNamed(store.db, team, user)
    await store.write((tx) => stopStream(tx, person, channel, ts))
    return { ok: true }
  })

  for (const verb of verbs)
    app.post(`/control/${verb}`, async (request) => {
      const { team, user, ...act } = acting.parse(request.body)
      return carryOut[verb](controls.acts, await personNamed(store.db, team, user), act)
    })

  app.get('/control/thread', async (request) => {
    const { team, channel, thread_ts: threadTs, viewer } = thread.parse(request.query)
    const person = await personNamed(store.db, team, viewer)
    return store.snapshot((db) => threadSeenBy(db, person, channel, threadTs))
  })

  app.get('/control/journal', async (request) => {
    const { after } = z.strictObject({ after: z.coerce.number().int().min(0).default(0) }).parse(request.query)
    return { entries: journal.after(after) }
  })

  app.get('/control/wait', async (request, reply) => {
    const query = waiting.parse(request.query)
    const found = await waitFor(controls, query)
    if (found) return found
    if (controls.draining()) return refuse(reply, 503, 'service_unavailable', 'The server is going down.')
    return refuse(reply, 408, 'request_timeout', `Nothing like that came within ${query.timeout}.`)
  })
}

function clock() {
  const time = now()
  return { now: time, iso: new Date(time).toISOString(), ahead_ms: time - Date.now() }
}

async function personNamed(db: Db, team: string, user: string) {
  const person = await personCaller(db, team, user)
  if (person) return person
  throw new Refusal('user_not_found', `"user": ${JSON.stringify(user)} is no person of ${JSON.stringify(team)}.`)
}

/** A channel by its id; a person or app stands for the direct message with them, opened on first use. */
async function placeNamed(
  tx: Parameters<Parameters<Store['write']>[0]>[0],
  team: string,
  user: string,
  place: string,
): Promise<string> {
  if (await findChannel(tx, team, place)) return place
  const app = await tx.selectFrom('apps').select('bot_user').where('id', '=', place).executeTakeFirst()
  const other = await findUser(tx, team, app?.bot_user ?? place)
  return other ? (await openDirect(tx, team, user, other.id)).id : place
}
