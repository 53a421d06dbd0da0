import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

/** The Web API as an OpenAPI document: the file that is made from the methods' declarations. */
export function openApiRoute(app: FastifyInstance, path: string): void {
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(path)),
  )
}
