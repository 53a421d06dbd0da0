import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseDuration } from '#domain/settings/duration'
import { endTimedOutStreams } from '#domain/streams/endTimedOut'
import type { Clock } from '#store/clock'
import type { Store } from '#store/db'
import { durationText } from './durationText.ts'

/** Reads and advances the server's clock. */
export function clockRoutes(app: FastifyInstance, store: Store): void {
  const { clock } = store.db
  const advanceBody = z.strictObject({
    advance: durationText.refine(
      (text) => isReachable(clock, text),
      'would set the clock outside the years 2002 to 2255',
    ),
  })

  app.get('/control/clock', async () => clockObject(clock))
  app.post('/control/clock', async (request) => {
    const { advance } = advanceBody.parse(request.body)
    clock.advance(parseDuration(advance) ?? 0)
    await endTimedOutStreams(store)
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
  return { now: time, iso: new Date(time).toISOString(), ahead_ms: time - Date.now() }
}
