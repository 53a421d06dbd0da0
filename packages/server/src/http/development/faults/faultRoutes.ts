import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { parseDuration } from '#domain/settings/duration'
import { socketFailures } from '#domain/apps/socketTickets'
import { durationText } from '#http/development/durationText'
import { done, isDone } from '#http/development/routes/answers'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { methods } from '#methods/index'

const route = routesFor<Pick<ControlContext, 'faults'>>()

const timing = {
  times: z.int().min(1).optional().describe('How many calls meet it: 1, or without end with a `probability`.'),
  after: z.int().min(0).default(0).describe('How many calls pass before it.'),
  probability: z.number().min(0).max(1).optional().describe('The share of the calls that meet it.'),
  seed: z.int().optional().describe('Another number draws other calls.'),
}
const common = {
  method: shortId
    .refine((name) => name === '*' || methods.has(name), 'is neither a method nor "*"')
    .default('*')
    .describe('The name of a method, or `*` for every method.'),
  ...timing,
  delay: durationText.optional().describe('A duration to wait first.'),
}
const refused = {
  error: shortId.optional().describe('The error to answer.'),
  status: z.int().min(200).max(599).optional().describe('The HTTP status to answer.'),
  retry_after: z.int().min(0).optional().describe('`Retry-After` in seconds.'),
}

const faultBody = z.preprocess(
  (body) => (typeof body === 'object' && body !== null && !('fault' in body) ? { fault: 'refused', ...body } : body),
  z.discriminatedUnion('fault', [
    z
      .strictObject({ fault: z.literal('refused'), ...refused, ...common })
      .refine(
        ({ error, status, delay }) => error !== undefined || status !== undefined || delay !== undefined,
        'needs `error`, `status` or `delay`',
      )
      .transform(({ retry_after: retryAfter, ...fault }) => ({ ...fault, retryAfter })),
    z.strictObject({ fault: z.literal('lost'), ...common }),
    z.strictObject({ fault: z.literal('cut'), ...common }),
    z.strictObject({ fault: z.literal('socket'), how: z.enum(socketFailures), app: shortId.optional() }),
  ]),
)

const waitingFault = z.object({
  fault: z.enum(['refused', 'lost', 'cut']),
  method: z.string(),
  ...refused,
  ...timing,
  delay: z.number().describe('Milliseconds.').optional(),
})

/** Lists, injects and removes faults. */
export const faultRoutes = [
  route({
    method: 'GET',
    path: '/control/faults',
    name: 'listFaults',
    summary: 'Lists the faults that wait for calls.',
    answer: z.object({ faults: z.array(waitingFault) }),
    errors: {},
    handle: async (_request, { faults }) => ({
      faults: faults.list().map((fault) => {
        if (fault.fault === 'lost' || fault.fault === 'cut') return { ...fault, fault: fault.fault }
        const { retryAfter: retry_after, ...same } = fault
        return { ...same, fault: 'refused' as const, retry_after }
      }),
    }),
  }),
  route({
    method: 'POST',
    path: '/control/faults',
    name: 'injectFault',
    summary: 'Decides what happens to the next calls of a method, or to the sockets of apps.',
    body: faultBody,
    answer: done,
    errors: {},
    async handle({ body: fault }, { faults }) {
      if (fault.fault === 'socket') faults.add(fault)
      else faults.add({ ...fault, delay: parseDuration(fault.delay ?? '0ms') ?? 0 })
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
