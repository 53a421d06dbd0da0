import { z } from 'zod'
import { listTokens, revokeNamedToken, type TokenSelector } from '#domain/access/listTokens'
import { requireTeam } from '#domain/apps/manage'
import { isDone } from '#http/development/routes/answers'
import { routesFor } from '#http/development/routes/route'
import type { Db, Store } from '#store/db'
import { teamErrors } from './namedTeam.ts'

const route = routesFor<{ store: Store }>()

const reference = z.string().max(320).optional()
const named = z.object({ id: z.string(), name: z.string() }).nullable()
const token = z.object({
  id: z.string().describe('The beginning of its hash.'),
  kind: z.enum(['bot', 'user', 'app', 'org']),
  app: named,
  team: z.string().nullable(),
  person: named,
  scopes: z.array(z.string()),
  created_at: z.number().nullable(),
  expires_at: z.number().nullable(),
  last_four: z.string().nullable(),
  state: z.enum(['valid', 'expired', 'revoked']),
})

/** [OPS-6] Lists tokens and revokes them. */
export const tokenAdministrationRoutes = [
  route({
    method: 'POST',
    path: '/control/tokens/list',
    name: 'listTokens',
    summary: 'Lists tokens, without the tokens themselves.',
    body: z.strictObject({ team: reference, app: reference, all: z.boolean().optional() }),
    answer: z.object({ ok: z.literal(true), tokens: z.array(token) }),
    errors: teamErrors,
    async handle({ body }, { store }) {
      return { ...isDone, tokens: await listTokens(store.db, await inTeam(store.db, body)) }
    },
  }),
  route({
    method: 'POST',
    path: '/control/tokens/revoke',
    name: 'revokeToken',
    summary: 'Revokes the token that is named by its id, its last four characters or itself.',
    body: z.strictObject({ team: reference, app: reference, token: z.string().min(4).max(1000) }),
    answer: z.object({ ok: z.literal(true), token }),
    errors: { ...teamErrors, token_not_found: 'No token fits, or several do.' },
    async handle({ body: { token: name, ...selector } }, { store }) {
      const revoked = await store.write(async (tx) => revokeNamedToken(tx, name, await inTeam(tx, selector)))
      return { ...isDone, token: revoked }
    },
  }),
]

/** Without a team, the tokens of all teams are meant. */
async function inTeam(db: Db, { team, ...others }: TokenSelector): Promise<TokenSelector> {
  return { ...others, ...(team === undefined ? {} : { team: (await requireTeam(db, team)).id }) }
}
