import { z } from 'zod'
import { parseDuration } from '#domain/settings/duration'
import { Refusal } from '#domain/refusal'
import type { Clock } from '#store/clock'
import { durationText } from './durationText.ts'
import { moment } from './routes/answers.ts'
import type { ControlContext } from './routes/context.ts'
import { routesFor } from './routes/route.ts'

const route = routesFor<Pick<ControlContext, 'store' | 'doWhatIsDue'>>()

const clockObject = z.object({
  now: moment,
  iso: z.string(),
  ahead_ms: z.number().describe('How far the server’s clock is ahead of the machine’s, milliseconds.'),
  stands: z.boolean(),
})

/** Reads the server's clock, advances it, and makes it stand or run. */
export const clockRoutes = [
  route({
    method: 'GET',
    path: '/control/clock',
    name: 'readClock',
    summary: 'Reads the clock, which every timeout and every ts follows.',
    answer: clockObject,
    errors: {},
    handle: async (_request, { store }) => describeClock(store.db.clock),
  }),
  route({
    method: 'POST',
    path: '/control/clock',
    name: 'setClock',
    summary: 'Advances the clock and does what falls due, or makes it stand or run.',
    body: z
      .strictObject({
        advance: durationText.optional().describe('A duration like `90s`; `-2h` turns the clock back.'),
        stands: z.boolean().optional().describe('Whether only `advance` moves the clock from now on.'),
      })
      .refine(({ advance, stands }) => advance !== undefined || stands !== undefined, 'needs `advance` or `stands`'),
    answer: clockObject,
    errors: {},
    async handle({ body: { advance, stands } }, { store, doWhatIsDue }) {
      const { clock } = store.db
      const milliseconds = advance === undefined ? undefined : parseDuration(advance)
      if (milliseconds !== undefined && !isReachable(clock, milliseconds))
        throw new Refusal('invalid_arguments', '`advance` would set the clock outside the years 2002 to 2255.')
      if (stands !== undefined) clock[stands ? 'stand' : 'run']()
      if (milliseconds !== undefined) {
        clock.advance(milliseconds)
        await doWhatIsDue()
      }
      return describeClock(clock)
    },
  }),
]

/** A ts has ten digits of seconds, and JavaScript has to hold its microseconds. */
function isReachable(clock: Clock, milliseconds: number): boolean {
  const time = clock.now() + milliseconds
  return time >= 1_000_000_000_000 && time < 9_000_000_000_000
}

function describeClock(clock: Clock) {
  const time = clock.now()
  return { now: time, iso: new Date(time).toISOString(), ahead_ms: time - Date.now(), stands: clock.stands }
}
