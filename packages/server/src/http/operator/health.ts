import type { FastifyInstance } from 'fastify'
import type { Api } from '#http/api/api'
import { isReadOnly } from '#store/outOfReach'

/** Tells whether the process is alive, and whether it is ready for traffic or why not. */
export function healthRoutes(app: FastifyInstance, { store, isDraining: draining }: Api): void {
  app.get('/health/live', async () => ({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const reasons: string[] = []
    if (draining()) reasons.push('The server is going down.')
    await store.ping().catch((error: unknown) => {
      reasons.push(isReadOnly(error) ? 'The database can only be read.' : 'The database does not answer.')
    })
    return reply.code(reasons.length === 0 ? 200 : 503).send({ ready: reasons.length === 0, reasons })
  })
}
