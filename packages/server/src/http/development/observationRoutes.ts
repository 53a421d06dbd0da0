import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { sendError } from '#http/errorReplies'
import { liveRoute } from './inspector/liveRoute.ts'
import { meaningRoutes } from './inspector/meaningRoutes.ts'
import { getPerson } from './person.ts'
import { readThreadAs } from './threadView.ts'
import { type Sources, waitFor, waitQuery } from './wait.ts'

const threadQuery = z.strictObject({ team: shortId, channel: shortId, thread_ts: shortId, viewer: shortId })
const journalQuery = z.strictObject({ after: z.coerce.number().int().min(0).default(0) })

/** Shows what people see, what has happened, and what is about to happen. */
export function observationRoutes(app: FastifyInstance, sources: Sources): void {
  const { store, journal } = sources

  app.get('/control/thread', async (request) => {
    const { team, channel, thread_ts: threadTs, viewer } = threadQuery.parse(request.query)
    const person = await getPerson(store.db, team, viewer)
    return store.snapshot((db) => readThreadAs(db, person, channel, threadTs))
  })

  app.get('/control/journal', async (request) => ({ entries: journal.after(journalQuery.parse(request.query).after) }))

  liveRoute(app, sources)
  meaningRoutes(app, store.db)

  app.get('/control/wait', async (request, reply) => {
    const query = waitQuery.parse(request.query)
    const found = await waitFor(sources, query)
    if (found) return found
    if (sources.shutdown.aborted) return sendError(reply, 503, 'service_unavailable', 'The server is going down.')
    return sendError(reply, 408, 'request_timeout', `Nothing that matches came within ${query.timeout}.`)
  })
}
