import { now } from '#domain/clock'
import { manifestFacts } from '#domain/apps/manifest'
import type { Db } from '#store/db'

/** Of the tokens with which sockets were opened, those that would still open one, by their hashes. */
export async function validTokens(db: Db, sockets: readonly { tokenHash: string }[]): Promise<Set<string>> {
  const hashes = [...new Set(sockets.map(({ tokenHash }) => tokenHash))]
  const rows = await db
    .selectFrom('tokens')
    .innerJoin('apps', 'apps.id', 'tokens.app_id')
    .select(['hash', 'apps.id', 'manifest', 'expires_at'])
    .where('hash', 'in', hashes)
    .where('revoked', '=', false)
    .where('removed', '=', false)
    .execute()
  const valid = rows.filter(
    (row) => (row.expires_at ?? Infinity) > now() && manifestFacts(row.manifest, row.id).socketMode,
  )
  return new Set(valid.map(({ hash }) => hash))
}
