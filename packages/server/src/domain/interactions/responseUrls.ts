import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { refuseIfMoved } from '#domain/access/movedTeams'
import { deleteBatchOf } from '#domain/sweep/inBatches'
import { hashToken, newSecret } from '#domain/ids'
import { Refusal } from '#domain/refusal'

/** [ACT-12] How long a response URL is valid, milliseconds, and how often it can be used. */
const lifetimeMs = 30 * 60_000
const maxUses = 5
/** How long a response URL is remembered after it has expired, milliseconds. */
const rememberedForMs = 60 * 60_000

export type ResponseUrl = Selectable<Tables['response_urls']>

/** Creates a URL at which the app may answer without a token. Only the hash of its secret is stored. */
export async function createResponseUrl(
  tx: Tx,
  about: Pick<ResponseUrl, 'team_id' | 'app_id' | 'user_id' | 'channel_id' | 'ts' | 'thread_ts'>,
): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('response_urls')
    .values({ ...about, hash: hashToken(secret), uses: 0, expires_at: tx.clock.now() + lifetimeMs })
    .execute()
  return `${tx.cache.publicUrl}/actions/${about.team_id}/${secret}`
}

/** [ACT-12] Uses a response URL once. */
export async function redeemResponseUrl(tx: Tx, teamId: string, secret: string): Promise<ResponseUrl> {
  const hash = hashToken(secret)
  await tx.lock(`response_url ${hash}`)
  const find = () => findResponseUrl(tx, teamId, hash)
  // Its team may arrive while it is looked for.
  const row = (await find()) ?? (await refuseIfMoved(tx, hash).then(find))
  if (!row) throw new Refusal('invalid_url', 'This response URL was never issued.')
  if (row.expires_at <= tx.clock.now())
    throw new Refusal('expired_url', 'The response URL was valid for 30 minutes and has expired.')
  if (row.uses >= maxUses)
    throw new Refusal('used_url', `The response URL was used ${maxUses} times, which is the limit.`)
  await tx
    .updateTable('response_urls')
    .set({ uses: row.uses + 1 })
    .where('team_id', '=', teamId)
    .where('hash', '=', hash)
    .execute()
  return row
}

function findResponseUrl(db: Db, teamId: string, hash: string): Promise<ResponseUrl | undefined> {
  return db
    .selectFrom('response_urls')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('hash', '=', hash)
    .executeTakeFirst()
}

export function deleteExpiredResponseUrls(tx: Tx): Promise<number> {
  return deleteBatchOf(tx, 'response_urls', ['team_id', 'hash'], sql`expires_at <= ${tx.clock.now() - rememberedForMs}`)
}
