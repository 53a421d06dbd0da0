import type { FastifyInstance } from 'fastify'
import { answerRefusals } from '#http/errorReplies'
import { type Administration, administrationRoutes } from '#http/operator/administration'
import type { ControlContext } from './routes/context.ts'
import { developmentRoutes } from './routes/developmentRoutes.ts'
import { refuseUnknownRoutes, registerRoutes } from './routes/register.ts'
import type { ControlRoute } from './routes/route.ts'

export interface ControlOptions extends ControlContext {
  administration: Administration
}

/** All routes of the control API, in the order of its documents. */
export const controlRoutes: readonly ControlRoute<never>[] = [...developmentRoutes, ...administrationRoutes]

/** Serves the control API of a development server: what a test needs to play every part but the app's. */
export function serveControlApi(app: FastifyInstance, options: ControlOptions): void {
  answerRefusals(app)
  acceptEmptyJson(app)
  registerRoutes(app, developmentRoutes, options)
  registerRoutes(app, administrationRoutes, options.administration)
  refuseUnknownRoutes(app, controlRoutes)
}

/** Scripts declare JSON even where they send nothing. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body, done)
  })
}
