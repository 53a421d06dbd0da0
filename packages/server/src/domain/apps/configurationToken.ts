import { Refusal } from '#domain/refusal'
import { issueToken } from '#domain/access/tokens'
import type { Tx } from '#store/db'
import { type AppSelector, findInstaller, requireTeam } from './manage.ts'

/** [APP-9] Issues a token with which a person may create apps for half a day. */
export async function issueConfigurationToken(
  tx: Tx,
  named: AppSelector & { by?: string | undefined },
): Promise<ConfigurationToken> {
  const { id: team } = await requireTeam(tx, named.team)
  const person = await findInstaller(tx, team, named.by)
  if (!person) throw new Refusal('user_not_found', `${team} has no admin: say with --by whose token it is to be.`)
  const scopes = ['app_configurations:read', 'app_configurations:write']
  const expiresAt = tx.clock.now() + configurationTokenLifetimeMs
  const token = await issueToken(tx, { kind: 'user', team, user: person.id, scopes, expiresAt })
  return { token, expiresAt, by: person.name }
}

const configurationTokenLifetimeMs = 12 * 3_600_000

export interface ConfigurationToken {
  token: string
  /** Unix milliseconds. */
  expiresAt: number
  /** Whose token it is. */
  by: string
}
