import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseDuration } from '#domain/settings/duration'
import type { Clock } from '#store/clock'
import { durationText } from './durationText.ts'

/** Reads the server's clock, advances it, and makes it stand or run. */
export function clockRoutes(app: FastifyInstance, clock: Clock, doWhatIsDue: () => Promise<void>): void {
  const body = z
    .strictObject({
      advance: durationText
        .refine((text) => isReachable(clock, text), 'would set the clock outside the years 2002 to 2255')
        .optional(),
      stands: z.boolean().optional(),
    })
    .refine(({ advance, stands }) => advance !== undefined || stands !== undefined, 'needs `advance` or `stands`')

  app.get('/control/clock', async () => clockObject(clock))
  app.post('/control/clock', async (request) => {
    const { advance, stands } = body.parse(request.body)
    if (stands !== undefined) clock[stands ? 'stand' : 'run']()
    if (advance !== undefined) {
      clock.advance(parseDuration(advance) ?? 0)
      await doWhatIsDue()
    }
    return clockObject(clock)
  })
}

/** A ts has ten digits of seconds, and JavaScript has to hold its microseconds. */
function isReachable(clock: Clock, duration: string): boolean {
  const time = clock.now() + (parseDuration(duration) ?? 0)
  return time >= 1_000_000_000_000 && time < 9_000_000_000_000
}

function clockObject(clock: Clock) {
  const time = clock.now()
  return { now: time, iso: new Date(time).toISOString(), ahead_ms: time - Date.now(), stands: clock.stands }
}
