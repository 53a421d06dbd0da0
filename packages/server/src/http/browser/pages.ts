import { existsSync } from 'node:fs'
import cookie from '@fastify/cookie'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The headers of every answer outside `/api/`, whatever its status. */
export const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https: http:",
    "connect-src 'self'",
    "font-src 'self'",
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

/** Comes before any other hook, so that what a hook refuses has the headers too. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders)
  })
}

/** Serves the web client. */
export async function pageRoutes(app: FastifyInstance, clientFiles: string): Promise<void> {
  await app.register(cookie)
  if (!existsSync(clientFiles)) {
    app.get('/', async (_request, reply) =>
      reply.type('text/plain').send('The web client is not built: run `npm run build`.\n'),
    )
    return
  }
  await app.register(files, {
    root: clientFiles,
    index: ['index.html'],
    wildcard: true,
    cacheControl: false,
    setHeaders: (res, path) => {
      res.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // The web client shows these addresses itself.
  for (const path of ['/c/*', '/archives/*', '/oauth/v2/authorize'])
    app.get(path, async (_request, reply) => reply.sendFile('index.html'))
}
