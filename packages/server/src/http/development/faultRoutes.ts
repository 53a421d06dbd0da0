import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { parseDuration } from '#domain/settings/duration'
import { methods } from '#methods/index'
import { durationText } from './durationText.ts'
import type { FaultInjection } from './faultInjection.ts'

const faultBody = z
  .strictObject({
    method: shortId.refine((name) => name === '*' || methods.has(name), 'is neither a method nor "*"').default('*'),
    error: shortId.optional(),
    status: z.int().min(200).max(599).optional(),
    times: z.int().min(1).default(1),
    delay: durationText.optional(),
    after: z.int().min(0).default(0),
  })
  .refine(
    ({ error, status, delay }) => error !== undefined || status !== undefined || delay !== undefined,
    'needs `error`, `status` or `delay`',
  )

/** Lists, injects and removes faults. */
export function faultRoutes(app: FastifyInstance, faults: FaultInjection): void {
  app.get('/control/faults', async () => ({ faults: faults.list() }))
  app.post('/control/faults', async (request) => {
    const fault = faultBody.parse(request.body)
    faults.add({ ...fault, delay: parseDuration(fault.delay ?? '0ms') ?? 0 })
    return { ok: true }
  })
  app.delete('/control/faults', async () => {
    faults.clear()
    return { ok: true }
  })
}
