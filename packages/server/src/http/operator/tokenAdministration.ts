import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { listTokens, revokeNamedToken, type TokenSelector } from '#domain/access/listTokens'
import { requireTeam } from '#domain/apps/manage'
import type { Db, Store } from '#store/db'

const reference = z.string().max(320).optional()
const listBody = z.strictObject({ team: reference, app: reference, all: z.boolean().optional() })
const revokeBody = z.strictObject({ team: reference, app: reference, token: z.string().min(4).max(1000) })

/** [OPS-6] Lists tokens and revokes them. */
export function tokenAdministrationRoutes(app: FastifyInstance, store: Store): void {
  app.post('/control/tokens/list', async (request) => {
    const selector = listBody.parse(request.body)
    return { ok: true, tokens: await listTokens(store.db, await inTeam(store.db, selector)) }
  })

  app.post('/control/tokens/revoke', async (request) => {
    const { token, ...selector } = revokeBody.parse(request.body)
    const revoked = await store.write(async (tx) => revokeNamedToken(tx, token, await inTeam(tx, selector)))
    return { ok: true, token: revoked }
  })
}

/** Without a team, the tokens of all teams are meant. */
async function inTeam(db: Db, { team, ...others }: TokenSelector): Promise<TokenSelector> {
  return { ...others, ...(team === undefined ? {} : { team: (await requireTeam(db, team)).id }) }
}
