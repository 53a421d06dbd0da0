import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Journal } from '#http/development/journal'
import { liveJournal } from './liveJournal.ts'

const after = z.coerce.number().int().min(0).default(0)
const query = z.strictObject({ after })

/** What flows, as it flows. A browser that comes again says itself up to where it has read. */
export function liveRoute(
  app: FastifyInstance,
  { journal, shutdown }: { journal: Journal; shutdown: AbortSignal },
): void {
  app.get('/control/journal/live', { exposeHeadRoute: false }, (request, reply) => {
    const given = query.parse(request.query)
    const last = request.headers['last-event-id']
    const start = last === undefined ? given.after : query.parse({ after: last }).after
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const events = liveJournal(journal, start, AbortSignal.any([shutdown, left.signal]))
    return reply
      .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
      .send(Readable.from(events, { objectMode: false }))
  })
}
