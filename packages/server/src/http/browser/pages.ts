import { existsSync } from 'node:fs'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal'
import { StaticFiles } from './staticFiles.ts'

/** The headers of every answer outside `/api/`, whatever its status. */
export const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https: http:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** [SES-7] A browser that has been here once uses nothing but HTTPS for a year. */
const httpsOnly = { 'strict-transport-security': 'max-age=31536000' }

/** Comes before any other hook, so that what a hook refuses has the headers too. */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = publicUrl.startsWith('https:') ? { ...securityHeaders, ...httpsOnly } : securityHeaders
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}

/** [NOD-22] During an upgrade, the page may have come from a server of another version. The proxy can ask that one. */
const ofAnotherBuild = 'This server does not have this file of the client. Another server may have it.'

/** What only a development server serves: the page that shows what flows through it. */
const ofDevelopment = /^inspect(?:\/|$)/

export interface PageOptions {
  /** The directory of the web client. */
  clientFiles: string
  isDevelopment: boolean
  /** Whether other servers work on the same database at this moment. */
  hasNeighbours: () => Promise<boolean>
}

/** Serves the web client, and in development the inspector. */
export async function pageRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { clientFiles, isDevelopment, hasNeighbours } = options
  await app.register(cookie)
  if (!existsSync(clientFiles)) {
    app.get('/', async (_request, reply) =>
      reply.type('text/plain').send('The web client is not built: run `npm run build`.\n'),
    )
    return
  }
  const files = new StaticFiles(clientFiles)
  app.get('/*', async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
    const asked = request.params['*']
    const name = isDevelopment || !ofDevelopment.test(asked) ? asked : ''
    // [WEB-7] A person who followed a wrong link is led back by the client.
    if (isForPerson(request) && !(await files.has(name)))
      return files.send(request, reply.code(404), 'index.html', 'no-cache')
    if (!/^(inspect\/)?assets\//.test(name)) return files.send(request, reply, name, 'no-cache')
    if (!(await files.has(name)) && (await hasNeighbours())) throw new Refusal('service_unavailable', ofAnotherBuild)
    // The names of assets contain a hash of what they hold.
    return files.send(request, reply, name, 'public, max-age=31536000, immutable')
  })
  if (isDevelopment)
    app.get('/inspect', (request, reply) => files.send(request, reply, 'inspect/inspect.html', 'no-cache'))
  // The web client shows these addresses itself.
  for (const path of [
    '/',
    '/c/*',
    '/archives/*',
    '/activity',
    '/agents',
    '/activity/*',
    '/oauth/v2/authorize',
    '/openid/connect/authorize',
  ])
    app.get(path, (request, reply) => files.send(request, reply, 'index.html', 'no-cache'))
}

/** Whether a browser asks for a page that somebody looks at. */
function isForPerson({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false
}
