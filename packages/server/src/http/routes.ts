import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Bus } from '#bus/bus'
import type { Interactions } from '#domain/interactions/interactions'
import type { PasswordHasher } from '#domain/people/passwords'
import type { PendingPasswords } from '#domain/people/pendingPasswords'
import type { Api } from '#http/api/api'
import { openApiRoute } from '#http/api/openApi'
import { consentRoutes } from '#http/browser/consent'
import { fileRoutes } from '#http/browser/files'
import { interactionRoutes } from '#http/browser/interactions'
import { isKnownHost, isOwnOrigin } from '#http/browser/origin'
import { addSecurityHeaders, type PageOptions, pageRoutes, securityHeaders } from '#http/browser/pages'
import { openIdRoutes } from '#http/browser/openId'
import { pictureRoutes } from '#http/browser/pictures'
import { sessionRoutes } from '#http/browser/session'
import { webhookRoutes } from '#http/browser/webhooks'
import type { SignInLinks } from '#http/browser/signInLinks'
import { serveControlApi } from '#http/development/control'
import type { Kit } from '#http/development/kit/kit'
import type { TestWorkspaces } from '#http/development/workspaces/testWorkspaces'
import type { Administration } from '#http/operator/administration'
import { healthRoutes } from '#http/operator/health'
import { metricsRoutes } from '#http/operator/metrics'
import type { Connections } from '#http/connections/connections'
import { createApiServer } from '#http/wire/apiServer'
import { acceptWebSockets, type WebSocketOptions } from '#http/wire/webSockets'
import { isUnavailable, messageOf, sendUnavailable, statusOfFastify } from './errorReplies.ts'

export interface ServerOptions
  extends
    Pick<WebSocketOptions, 'countViewers' | 'presence' | 'onViewer' | 'onApp'>,
    Pick<PageOptions, 'clientFiles' | 'hasNeighbours'> {
  api: Api
  bus: Bus
  signInLinks: SignInLinks
  passwords: PasswordHasher
  pendingPasswords: PendingPasswords
  publicUrl: string
  /** The path of the OpenAPI document. */
  openApiFile: string
  /** Whether `/metrics` answers everybody. */
  hasOpenMetrics: boolean
  connections: Connections
  /** Set in development only, for the control API and one-click sign-in. */
  development:
    | {
        host: string
        kit: Kit
        reset: () => Promise<void>
        doWhatIsDue: () => Promise<void>
        isConnected: (appId: string) => boolean
        administration: Administration
        shutdown: AbortSignal
        controlApiFile: string
        workspaces: TestWorkspaces
      }
    | undefined
  interactions: Interactions
}

/** Creates the server of the one port: calls of `/api/`, uploads, WebSockets, and Fastify for everything else. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { api, publicUrl, interactions, development } = options
  const { store } = api
  let server: Server | undefined
  const app = Fastify({
    logger: false,
    bodyLimit: 256 * 1024,
    // The API server answers client errors; Fastify would answer them a second time.
    clientErrorHandler: () => {},
    frameworkErrors: refuseUndecodableAddress,
    serverFactory: (servePage) => (server = createApiServer(api, servePage, options.connections)),
  })

  // Every request passes these first.
  addSecurityHeaders(app, publicUrl)
  refuseOtherSites(app, publicUrl, development?.host)
  answerErrors(app, api)

  // People, with a browser.
  await pageRoutes(app, { ...options, isDevelopment: development !== undefined })
  sessionRoutes(app, {
    store,
    signInLinks: options.signInLinks,
    passwords: options.passwords,
    pendingPasswords: options.pendingPasswords,
    isDevelopment: development !== undefined,
    trustedProxies: api.trustedProxies,
    sharedWindows: api.sharedWindows,
  })
  await app.register((scope) => interactionRoutes(scope, store, interactions))
  fileRoutes(app, api)
  pictureRoutes(app, store)
  openIdRoutes(app, store)
  await app.register(async (scope) => consentRoutes(scope, store))
  await app.register(async (scope) => webhookRoutes(scope, store))

  // Developers and operators.
  openApiRoute(app, options.openApiFile)
  healthRoutes(app, api)
  if (api.metrics && options.hasOpenMetrics) metricsRoutes(app, api.metrics)
  const { faults, hints, journal } = api
  if (development && faults && journal) {
    const { knownTokens } = development.administration
    const control = { ...development, api, store, bus: options.bus, faults, hints, journal, interactions, knownTokens }
    await app.register(async (scope) => serveControlApi(scope, control))
  }

  await app.ready()
  if (!server) throw new Error('Fastify has created no server.')
  const { countViewers, presence, onViewer, onApp } = options
  acceptWebSockets(server, {
    api,
    publicUrl,
    developmentHost: development?.host,
    countViewers,
    presence,
    onViewer,
    onApp,
  })
  return server
}

/** An address that cannot be decoded passes no hook, so the headers are added here. */
function refuseUndecodableAddress(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(securityHeaders).code(400).send({ error: 'invalid_arguments', detail: error.message })
}

/** Refuses requests that change something and come from pages of other sites; in development also unknown host names. */
function refuseOtherSites(app: FastifyInstance, publicUrl: string, developmentHost: string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    if (developmentHost !== undefined && !isKnownHost(request.headers.host, publicUrl, developmentHost)) {
      const detail = 'A development server answers to localhost and to the host it listens on only.'
      await reply.code(403).send({ error: 'unknown_host', detail })
    } else if (
      (isWriting(request.method) || isControl(request.routeOptions.url)) &&
      !isOwnOrigin(request.raw, publicUrl)
    ) {
      await reply.code(403).send({ error: 'unknown_origin', detail: 'The request comes from a page of another site.' })
    }
  })
}

function isWriting(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/**
 * Some of these make tokens and conversations, also where they are read. The route says it: letters of the address itself may be
 * encoded.
 */
function isControl(route: string | undefined): boolean {
  return route?.startsWith('/control/') === true
}

function answerErrors(app: FastifyInstance, api: Api): void {
  // The address is not repeated: it may hold a secret.
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'not_found', detail: 'There is nothing at this address.' }),
  )
  app.setErrorHandler((error, request, reply) => {
    if (isUnavailable(error)) return sendUnavailable(reply, error)
    const status = statusOfFastify(error)
    if (status < 500) return reply.code(status).send({ error: 'invalid_arguments', detail: messageOf(error) })
    // The route's pattern, since the address itself may hold a secret.
    api.onUnexpectedError(error, String(request.id), request.routeOptions.url ?? '')
    return reply.code(500).send({ error: 'internal_error', detail: 'Something went wrong in the server.' })
  })
}
