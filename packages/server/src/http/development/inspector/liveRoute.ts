import { Readable } from 'node:stream'
import { z } from 'zod'
import { journalEntry } from '#http/development/journal/journalEntry'
import type { ControlContext } from '#http/development/routes/context'
import { routesFor } from '#http/development/routes/route'
import { liveJournal } from './liveJournal.ts'

const route = routesFor<Pick<ControlContext, 'journal' | 'shutdown'>>()

const query = z.strictObject({
  after: z.coerce.number().int().min(0).default(0).describe('Only what comes after this `seq`.'),
})

/** What flows, as it flows. A browser that comes again says itself up to where it has read. */
export const liveRoutes = [
  route({
    method: 'GET',
    path: '/control/journal/live',
    name: 'followJournal',
    summary: 'Sends the entries of the journal as they come, as Server-Sent Events.',
    query,
    answer: journalEntry.describe('The `data` of each event without a name.'),
    type: 'text/event-stream',
    errors: {},
    async handle({ query: given, request, reply }, { journal, shutdown }) {
      const last = request.headers['last-event-id']
      const start = last === undefined ? given.after : query.parse({ after: last }).after
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      const events = liveJournal(journal, start, AbortSignal.any([shutdown, left.signal]))
      return reply
        .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
        .send(Readable.from(events, { objectMode: false }))
    },
  }),
]
