import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { parseDuration } from '#domain/settings/duration'
import { socketFailures } from '#domain/apps/socketTickets'
import { durationText } from '#http/development/durationText'
import { methods } from '#methods/index'
import type { FaultInjection } from './faultInjection.ts'

const common = {
  method: shortId.refine((name) => name === '*' || methods.has(name), 'is neither a method nor "*"').default('*'),
  times: z.int().min(1).optional(),
  after: z.int().min(0).default(0),
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  delay: durationText.optional(),
}

const faultBody = z.preprocess(
  (body) => (typeof body === 'object' && body !== null && !('fault' in body) ? { fault: 'refused', ...body } : body),
  z.discriminatedUnion('fault', [
    z
      .strictObject({
        fault: z.literal('refused'),
        error: shortId.optional(),
        status: z.int().min(200).max(599).optional(),
        retry_after: z.int().min(0).optional(),
        ...common,
      })
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

/** Lists, injects and removes faults. */
export function faultRoutes(app: FastifyInstance, faults: FaultInjection): void {
  app.get('/control/faults', async () => ({
    faults: faults.list().map((fault) => {
      if (fault.fault === 'lost' || fault.fault === 'cut') return fault
      const { retryAfter: retry_after, ...same } = fault
      return { ...same, retry_after }
    }),
  }))
  app.post('/control/faults', async (request) => {
    const fault = faultBody.parse(request.body)
    if (fault.fault === 'socket') faults.add(fault)
    else faults.add({ ...fault, delay: parseDuration(fault.delay ?? '0ms') ?? 0 })
    return { ok: true }
  })
  app.delete('/control/faults', async () => {
    faults.clear()
    return { ok: true }
  })
}
