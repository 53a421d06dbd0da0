import type { Selectable } from 'kysely'
import { inBatches } from '#domain/batches'
import { logEntry } from '#domain/log/entry'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Caller } from './caller.ts'
import { toTokensRevoked } from './tokens.ts'

export type TokenRow = Selectable<Tables['tokens']>

/**
 * [OPS-6] Revokes tokens, from the next call on, with what could renew them or open a socket with them. The apps receive
 * `tokens_revoked`. Returns how many there were.
 */
export async function revokeTokens(tx: Tx, tokens: readonly TokenRow[]): Promise<number> {
  const groups = Map.groupBy(tokens, ({ app_id: app, team_id: team }) => `${app} ${team}`)
  for (const group of groups.values()) {
    for (const hashes of inBatches(group.map(({ hash }) => hash))) {
      await tx.updateTable('tokens').set({ revoked: true }).where('hash', 'in', hashes).execute()
      await tx.deleteFrom('refresh_tokens').where('token_hash', 'in', hashes).execute()
      await tx.deleteFrom('socket_tickets').where('token_hash', 'in', hashes).execute()
    }
    const change = await changeOf(tx, group)
    for (const [i, { hash, team_id: teamId }] of group.entries())
      tx.work.log(logEntry('token', teamId ?? '', { subject: hash, ...(i === 0 && change ? { change } : {}) }))
  }
  return tokens.length
}

/** [TOK] Revokes the token of this call, from the next call on. */
export async function revokeToken(tx: Tx, { tokenHash }: Caller): Promise<void> {
  if (tokenHash === undefined) throw new Error('The call came without a token.')
  await revokeTokens(tx, await tx.selectFrom('tokens').selectAll().where('hash', '=', tokenHash).execute())
}

/** [EVT-11] What the app of these tokens learns. They all belong to one app in one team. */
async function changeOf(tx: Tx, tokens: readonly TokenRow[]) {
  const app = tokens[0]?.app_id
  const ended = tokens.filter(({ kind }) => kind === 'bot' || kind === 'user')
  if (app == null || ended.length === 0) return undefined
  const row = await tx.selectFrom('apps').select('bot_user').where('id', '=', app).executeTakeFirst()
  return toTokensRevoked(
    app,
    ended.map(({ kind, user_id }) => ({ kind, userId: user_id ?? row?.bot_user ?? '' })),
  )
}
