import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { isSentEvent } from '#domain/apps/sentEvents'
import { parseDuration } from '#domain/settings/duration'
import { socketFailures } from '#domain/apps/socketTickets'
import { revokedKinds, streamFaultKinds } from '#domain/faults/actFault'
import { eventFaultKinds } from '#domain/faults/eventFaults'
import { done, isDone } from '#http/development/routes/answers'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { methods } from '#methods/index'
import { findAppId } from './appOfFault.ts'
import type { InjectedFault } from './fault.ts'

const route = routesFor<Pick<ControlContext, 'faults' | 'store'>>()

const dayMs = 86_400_000

const method = shortId
  .refine((name) => name === '*' || methods.has(name), 'is neither a method nor "*"')
  .describe('The name of a method, or `*` for every method.')
const count = z.int().min(0)
const timing = {
  times: z.int().min(1).optional().describe('How many meet it: 1, or without end with a `probability`.'),
  probability: z.number().min(0).max(1).optional().describe('The share that meets it.'),
  seed: z.int().optional().describe('Another number draws others.'),
}
const delay = shortId
  .refine((text) => {
    const time = parseDuration(text) ?? -1
    return time >= 0 && time <= dayMs
  }, 'is no duration like "90s" or "10m", of a day at most')
  .describe('A duration to wait first.')
const event = shortId
  .refine(
    (name) => name === 'message' || isSentEvent(name),
    'is no event that this server sends: `rivulet trigger --list` lists them',
  )
  .describe('The type of the event, as in `event.type` or in manifests.')
const app = shortId.describe('An app by its id or name.')

const team = shortId.describe('The team in which `app` is looked for, by its id or domain.')
/** An app, or every app. */
const maybeApp = { app: app.optional(), team: team.optional() }

const ofCalls = {
  method: method.default('*'),
  after: count.default(0).describe('How many calls pass before it.'),
  delay: delay.optional(),
  ...timing,
}
const ofApps = {
  app,
  team: team.optional(),
  method: method.optional(),
  after: count.optional().describe('How many calls succeed before; at once by default.'),
}
const refused = {
  error: shortId.optional().describe('The error to answer.'),
  status: z.int().min(200).max(599).optional().describe('The HTTP status to answer.'),
  retry_after: count.optional().describe('`Retry-After` in seconds.'),
}

const faultBody = z
  .preprocess(
    (body) => (typeof body === 'object' && body !== null && !('fault' in body) ? { fault: 'refused', ...body } : body),
    z.discriminatedUnion('fault', [
      z
        .strictObject({ fault: z.literal('refused'), ...refused, ...ofCalls })
        .refine(
          (fault) => fault.error !== undefined || fault.status !== undefined || fault.delay !== undefined,
          'needs `error`, `status` or `delay`',
        )
        .transform(({ retry_after: retryAfter, ...fault }) => ({ ...fault, retryAfter })),
      z.strictObject({ fault: z.literal('lost'), ...ofCalls }),
      z.strictObject({ fault: z.literal('cut'), ...ofCalls }),
      z.strictObject({ fault: z.literal('socket'), how: z.enum(socketFailures), ...maybeApp }),
      z
        .strictObject({
          fault: z.literal('event'),
          how: z.enum(eventFaultKinds),
          event: event.optional(),
          ...maybeApp,
          delay: delay.optional(),
          ...timing,
        })
        .refine(({ how, delay: given }) => how !== 'twice' || given === undefined, 'of `twice` has no `delay`'),
      z.strictObject({
        fault: z.literal('stream'),
        how: z.enum(streamFaultKinds),
        after: count.default(1).describe('How many appends of a stream succeed before.'),
        ...maybeApp,
        ...timing,
      }),
      z.strictObject({
        fault: z.literal('token'),
        how: z.literal('revoked'),
        token: z.enum(revokedKinds).default('bot'),
        ...ofApps,
      }),
      z.strictObject({ fault: z.literal('app'), how: z.literal('uninstalled'), ...ofApps }),
    ]),
  )
  .refine(
    (fault) => !('team' in fault) || fault.team === undefined || fault.app !== undefined,
    'with a `team` needs `app`',
  )

const waitingFault = z.looseObject({
  fault: z.enum(['refused', 'lost', 'cut', 'event', 'stream', 'token', 'app']),
  how: z.string().optional(),
  delay: z.number().describe('Milliseconds.').optional(),
})

/** Lists, injects and removes faults. */
export const faultRoutes = [
  route({
    method: 'GET',
    path: '/control/faults',
    name: 'listFaults',
    summary: 'Lists the faults that wait, with what is left of them.',
    answer: z.object({ faults: z.array(waitingFault) }),
    errors: {},
    handle: async (_request, { faults }) => ({ faults: faults.list().map(toShown) }),
  }),
  route({
    method: 'POST',
    path: '/control/faults',
    name: 'injectFault',
    summary: 'Decides what happens to the next calls of a method, to sockets, events, streams, tokens or an app.',
    body: faultBody,
    answer: done,
    errors: {
      app_not_found: '`app` names no app, or apps of several teams.',
      team_not_found: '`team` names no team.',
    },
    async handle({ body: fault }, { faults, store }) {
      const { team, ...named } = { team: undefined, ...fault }
      const given = inMilliseconds(named)
      if (!('app' in given) || given.app === undefined) await faults.inject(given)
      else await faults.inject({ ...given, app: await findAppId(store.db, given.app, team) })
      return isDone
    },
  }),
  route({
    method: 'DELETE',
    path: '/control/faults',
    name: 'clearFaults',
    summary: 'Removes all faults.',
    answer: done,
    errors: {},
    async handle(_request, { faults }) {
      faults.clear()
      return isDone
    },
  }),
]

function inMilliseconds(fault: z.output<typeof faultBody>): InjectedFault {
  switch (fault.fault) {
    case 'refused':
    case 'lost':
    case 'cut':
      return { ...fault, delay: parseDuration(fault.delay ?? '0ms') }
    case 'event':
      return { ...fault, delay: fault.delay === undefined ? undefined : parseDuration(fault.delay) }
    default:
      return fault
  }
}

function toShown(given: InjectedFault): z.input<typeof waitingFault> {
  const { fault = 'refused', ...rest } = { ...given }
  if (fault === 'socket') throw new Error('Sockets fail at once.')
  if (!('retryAfter' in rest)) return { ...rest, fault }
  const { retryAfter: retry_after, ...same } = rest
  return { ...same, fault, retry_after }
}
