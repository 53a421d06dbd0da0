import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

/** Serves the OpenAPI document, a file generated from the methods' declarations. */
export function openApiRoute(app: FastifyInstance, path: string): void {
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(path)),
  )
}
