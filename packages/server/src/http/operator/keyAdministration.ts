import type { FastifyInstance } from 'fastify'
import type { Store } from '#store/db'
import { rotateKey } from '#store/secrets/rotate'

/** [KEY-5] Changes the key to the secrets in the database. */
export function keyAdministrationRoutes(app: FastifyInstance, store: Store): void {
  app.post('/control/key/rotate', async () => ({ ok: true, sealed: await rotateKey(store) }))
}
