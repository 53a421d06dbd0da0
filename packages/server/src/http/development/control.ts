import type { FastifyInstance } from 'fastify'
import type { Bus } from '#bus/bus'
import type { Interactions } from '#domain/interactions/interactions'
import type { Api } from '#http/api/api'
import { answerRefusals } from '#http/errorReplies'
import { type Administration, administrationRoutes } from '#http/operator/administration'
import type { Store } from '#store/db'
import { clockRoutes } from './clockRoutes.ts'
import type { FaultInjection } from './faults/faultInjection.ts'
import { faultRoutes } from './faults/faultRoutes.ts'
import type { Journal } from './journal.ts'
import { observationRoutes } from './observationRoutes.ts'
import { functionRoutes } from './functionRoutes.ts'
import { personRoutes } from './personRoutes.ts'
import { replayRoute } from './replay/replayRoute.ts'

export interface ControlOptions {
  api: Api
  store: Store
  bus: Bus
  faults: FaultInjection
  journal: Journal
  /** Aborted when the server goes down. */
  shutdown: AbortSignal
  interactions: Interactions
  /** Restores the workspace file's state. */
  reset: () => Promise<void>
  /** Does what has become due since the clock was turned. */
  doWhatIsDue: () => Promise<void>
  administration: Administration
}

/** The control API of a development server: what a test needs to play every part but the app's. */
export function controlRoutes(app: FastifyInstance, options: ControlOptions): void {
  const { store, faults, journal } = options
  answerRefusals(app)
  acceptEmptyJson(app)

  app.post('/control/reset', async () => {
    faults.clear()
    journal.clear()
    store.db.clock.reset()
    await options.reset()
    return { ok: true }
  })

  administrationRoutes(app, options.administration)
  clockRoutes(app, store.db.clock, options.doWhatIsDue)
  faultRoutes(app, faults)
  functionRoutes(app, store)
  personRoutes(app, options, options.interactions)
  observationRoutes(app, options)
  replayRoute(app, options.api, journal)
}

/** Scripts declare JSON even where they send nothing. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body, done)
  })
}
