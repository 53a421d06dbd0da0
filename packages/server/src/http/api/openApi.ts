import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { StaticFiles } from '#http/browser/staticFiles'

/** Serves the OpenAPI document, a file generated from the methods' declarations. */
export function openApiRoute(app: FastifyInstance, path: string): void {
  const name = basename(path)
  const files = new StaticFiles(dirname(path), [name])
  app.get('/openapi.json', (request, reply) => files.send(request, reply, name, 'no-cache'))
}
