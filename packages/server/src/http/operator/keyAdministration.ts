import { z } from 'zod'
import { isDone } from '#http/development/routes/answers'
import { routesFor } from '#http/development/routes/route'
import type { Store } from '#store/db'
import { rotateKey } from '#store/secrets/rotate'

const route = routesFor<{ store: Store }>()

/** [KEY-5] Changes the key to the secrets in the database. */
export const keyAdministrationRoutes = [
  route({
    method: 'POST',
    path: '/control/key/rotate',
    name: 'rotateKey',
    summary: 'Seals the secrets in the database with a new key.',
    answer: z.object({ ok: z.literal(true), sealed: z.int().describe('How many secrets.') }),
    errors: { any: 'Why the key cannot be changed.' },
    handle: async (_request, { store }) => ({ ...isDone, sealed: await rotateKey(store) }),
  }),
]
