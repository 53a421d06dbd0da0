import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Bus } from '#bus/bus'
import type { Acts } from '#domain/interactions/interactions'
import type { Caller } from '#domain/access/caller'
import { personOfSession } from '#domain/people/sessions'
import { takeTicket, type TicketOwner } from '#domain/apps/socketTickets'
import { actRoutes } from '#http/browser/interactions'
import type { Api } from '#http/api/api'
import { makeApiServer } from '#http/wire/apiServer'
import { answersForItself } from '#http/wire/readBody'
import { consentRoutes } from '#http/browser/consent'
import { controlRoutes } from '#http/development/control'
import { fileRoutes } from '#http/browser/files'
import { healthRoutes } from '#http/operator/health'
import type { Keeping } from '#http/operator/apps'
import { type MetricsDoor, metricsRoute } from '#http/operator/metrics'
import { openApiRoute } from '#http/api/openApi'
import { isKnownHost, isOwnOrigin } from '#http/browser/origin'
import { pageRoutes, secureAnswers, securityHeaders } from '#http/browser/pages'
import { cookieName, sessionRoutes } from '#http/browser/session'
import type { SignInLinks } from '#http/browser/signInLinks'

export interface ServerOptions {
  api: Api
  bus: Bus
  links: SignInLinks
  publicUrl: string
  /** Where the description of the Web API is. */
  openApi: string
  metrics: MetricsDoor
  /** Where the web client's files are. */
  clientFiles: string
  /** Development: the control API and one-click sign-in. */
  dev: { host: string; reset: () => Promise<void>; keeping: Keeping } | undefined
  onSignedOut: (teamId: string, userId: string) => void
  onViewer: (caller: Caller, socket: WebSocket, raw: Socket) => void
  acts: Acts
  /** An app has opened a socket with a ticket. */
  onApp: (owner: TicketOwner, socket: WebSocket, raw: Socket) => void
}

/** Everything that listens on the one port. `/api` goes straight to its code; the rest is Fastify. */
export async function makeServer(options: ServerOptions): Promise<Server> {
  const { api, dev } = options
  let server: Server | undefined
  const app = Fastify({
    logger: false,
    bodyLimit: 256 * 1024,
    // Fastify would answer what `listenTo` leaves to the call.
    clientErrorHandler: () => {},
    frameworkErrors: refuseAddress,
    serverFactory: (handler) => (server = listenTo(options, handler)),
  })
  secureAnswers(app)
  app.addHook('onRequest', async (request, reply) => {
    if (dev && !isKnownHost(request.headers.host, options.publicUrl, dev.host)) {
      await reply
        .code(403)
        .send({ error: 'unknown_host', detail: 'This development server is reached by localhost alone.' })
    } else if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnOrigin(request.raw, options.publicUrl)) {
      await reply.code(403).send({ error: 'unknown_origin', detail: 'This was asked by a page of another site.' })
    }
  })
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status < 500)
      return reply
        .code(status)
        .send({ error: 'invalid_arguments', detail: String(Reflect.get(Object(error), 'message')) })
    // The address itself may hold a secret.
    api.onDefect(error, String(request.id), request.routeOptions.url ?? '')
    return reply.code(500).send({ error: 'internal_error', detail: 'Something went wrong in the server.' })
  })
  await pageRoutes(app, options.clientFiles)
  openApiRoute(app, options.openApi)
  sessionRoutes(app, {
    store: api.store,
    links: options.links,
    dev: dev !== undefined,
    secure: options.publicUrl.startsWith('https:'),
    onSignedOut: options.onSignedOut,
  })
  const { acts } = options
  await app.register((scope) => actRoutes(scope, { store: api.store, acts }))
  fileRoutes(app, api.store)
  await app.register(async (scope) => consentRoutes(scope, api.store))
  healthRoutes(app, api)
  if (api.metrics) metricsRoute(app, api.metrics, options.metrics)
  if (dev) {
    const { faults, journal, store } = api
    if (faults && journal)
      await app.register(async (scope) =>
        controlRoutes(scope, {
          store,
          bus: options.bus,
          faults,
          journal,
          draining: api.draining,
          acts,
          reset: dev.reset,
          keeping: dev.keeping,
        }),
      )
  }
  await app.ready()
  if (!server) throw new Error('Fastify made no server.')
  return server
}

/** An address that cannot be decoded; no hook sees it. */
function refuseAddress(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(securityHeaders).code(400).send({ error: 'invalid_arguments', detail: error.message })
}

function listenTo(options: ServerOptions, pages: (req: IncomingMessage, res: ServerResponse) => void): Server {
  const { api } = options
  const server = makeApiServer(api, (req, res) => {
    hurry(req)
    pages(req, res)
  })
  const sockets = {
    viewers: new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false }),
    // [ACT-11] An acknowledgement may carry a whole view.
    apps: new WebSocketServer({ noServer: true, maxPayload: 512 * 1024, perMessageDeflate: false }),
  }
  server.on('upgrade', (req, socket, head) => {
    // From here on the socket is ours: a client that is gone while it is looked at must hurt nobody.
    socket.on('error', () => socket.destroy())
    upgrade(options, sockets, req, socket, head).catch((error) => {
      api.onDefect(error, '', (req.url ?? '').split('?')[0] ?? '')
      socket.destroy()
    })
  })
  server.on('clientError', (error, socket) => {
    if (!socket.writable) return socket.destroy()
    // The body of a call was cut short: the call itself answers, request_timeout, and closes.
    if (answersForItself(socket) && 'code' in error && error.code === 'HPE_INVALID_EOF_STATE') return
    const status =
      'code' in error && error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request'
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  })
  return server
}

/** [EVT-5] The ticket is all that counts: an app has no cookie, and its client may name any host or none. */
async function upgradeApp(
  { api, onApp }: ServerOptions,
  sockets: WebSocketServer,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  if (api.draining()) return refuse(socket, '503 Service Unavailable')
  const ticket = new URLSearchParams((req.url ?? '').split('?')[1]).get('ticket')
  const owner = ticket ? await api.store.write((tx) => takeTicket(tx, ticket)) : undefined
  if (!owner) return refuse(socket, '401 Unauthorized')
  if (socket.destroyed) return
  sockets.handleUpgrade(req, socket, head, (webSocket) => onApp(owner, webSocket, req.socket))
}

/** Refused before the upgrade: who is not signed in, and pages of other sites. */
async function upgrade(
  options: ServerOptions,
  sockets: Record<'viewers' | 'apps', WebSocketServer>,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const { api, publicUrl, dev } = options
  const path = (req.url ?? '').split('?')[0]
  if (path === '/link/' || path === '/link') return upgradeApp(options, sockets.apps, req, socket, head)
  if (path !== '/feed') return refuse(socket, '404 Not Found')
  if (!req.headers.origin || !isOwnOrigin(req, publicUrl)) return refuse(socket, '403 Forbidden')
  if (dev && !isKnownHost(req.headers.host, publicUrl, dev.host)) return refuse(socket, '403 Forbidden')
  if (api.draining()) return refuse(socket, '503 Service Unavailable')
  const secret = cookieOf(req)
  const caller = secret && (await personOfSession(api.store.db, secret))
  if (!caller) return refuse(socket, '401 Unauthorized')
  if (socket.destroyed) return
  if (api.draining()) return refuse(socket, '503 Service Unavailable')
  sockets.viewers.handleUpgrade(req, socket, head, (webSocket) => options.onViewer(caller, webSocket, req.socket))
}

/** The small bodies that pages take have to come soon. */
function hurry(req: IncomingMessage): void {
  if (req.method === 'GET' || req.method === 'HEAD') return
  const late = setTimeout(() => req.destroy(), 30_000)
  req.on('end', () => clearTimeout(late)).on('close', () => clearTimeout(late))
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function cookieOf(req: IncomingMessage): string | undefined {
  const cookies = (req.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const found = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))
  return found?.slice(cookieName.length + 1)
}
