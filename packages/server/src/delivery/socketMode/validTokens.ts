import { readManifest } from '#domain/apps/manifest'
import type { Db } from '#store/db'

/** The hashes of those tokens with which the app could still open a socket. */
export async function listValidTokens(db: Db, sockets: readonly { tokenHash: string }[]): Promise<Set<string>> {
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
    (row) => (row.expires_at ?? Infinity) > db.clock.now() && readManifest(row.manifest, row.id).socketMode,
  )
  return new Set(valid.map(({ hash }) => hash))
}
