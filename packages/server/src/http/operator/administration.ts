import Fastify, { type FastifyInstance } from 'fastify'
import { answerRefusals } from '#http/errorReplies'
import { registerRoutes } from '#http/development/routes/register'
import type { ControlRoute } from '#http/development/routes/route'
import { type AppAdministration, appAdministrationRoutes } from './appAdministration.ts'
import { tokenAdministrationRoutes } from './tokenAdministration.ts'
import { type UserAdministration, userAdministrationRoutes } from './userAdministration.ts'
import { keyAdministrationRoutes } from './keyAdministration.ts'
import { type WorkspaceAdministration, workspaceAdministrationRoutes } from './workspaceAdministration.ts'

/** What the operator does: over the admin socket, on the data if no server runs, or in development over the control API. */
export type Administration = AppAdministration & UserAdministration & WorkspaceAdministration

export const administrationRoutes: readonly ControlRoute<Administration>[] = [
  ...appAdministrationRoutes,
  ...userAdministrationRoutes,
  ...tokenAdministrationRoutes,
  ...keyAdministrationRoutes,
  ...workspaceAdministrationRoutes,
]

/** Answers the requests of the operator. */
export function createAdministrationServer(administration: Administration): FastifyInstance {
  const app = Fastify({ logger: false, bodyLimit: 1024 * 1024 })
  answerRefusals(app)
  registerRoutes(app, administrationRoutes, administration)
  return app
}
