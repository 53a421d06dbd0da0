import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { now } from '#domain/clock'
import { hashToken, newSecret } from '#domain/ids'
import { Refusal } from '#domain/refusal'

/** [ACT-12] How long one holds, milliseconds, and how often. */
const lasts = 30 * 60_000
const mostUses = 5
/** How long is known of one that it was there. */
const known = 60 * 60_000

export type ResponseUrl = Selectable<Tables['response_urls']>

/** An address at which the app may answer without a token. Only its hash is kept. */
export async function newResponseUrl(
  tx: Tx,
  about: Pick<ResponseUrl, 'team_id' | 'app_id' | 'user_id' | 'channel_id' | 'ts' | 'thread_ts'>,
): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('response_urls')
    .values({ ...about, hash: hashToken(secret), uses: 0, expires_at: now() + lasts })
    .execute()
  return `${tx.memory.publicUrl}/actions/${about.team_id}/${secret}`
}

/** [ACT-12] Counts one use. */
export async function spendResponseUrl(tx: Tx, teamId: string, secret: string): Promise<ResponseUrl> {
  const hash = hashToken(secret)
  await tx.alone(`response_url ${hash}`)
  const row = await find(tx, teamId, hash)
  if (!row) throw new Refusal('invalid_url', 'No app was given this address.')
  if (row.expires_at <= now()) throw new Refusal('expired_url', 'The address held for 30 minutes; it is older.')
  if (row.uses >= mostUses) throw new Refusal('used_url', `The address was used ${mostUses} times; that is the most.`)
  await tx
    .updateTable('response_urls')
    .set({ uses: row.uses + 1 })
    .where('team_id', '=', teamId)
    .where('hash', '=', hash)
    .execute()
  return row
}

function find(db: Db, teamId: string, hash: string): Promise<ResponseUrl | undefined> {
  return db
    .selectFrom('response_urls')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('hash', '=', hash)
    .executeTakeFirst()
}

export async function forgetResponseUrls(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('response_urls')
    .where('expires_at', '<=', now() - known)
    .execute()
}
