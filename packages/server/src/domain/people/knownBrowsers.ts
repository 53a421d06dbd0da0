import { sql } from 'kysely'
import { deleteBatchOf } from '#domain/sweep/inBatches'
import { hashToken, newSecret } from '#domain/ids'
import type { Db, Tx } from '#store/db'
import { toEmailKey } from './email.ts'

/** As long as browsers keep a cookie, milliseconds. */
export const browserLifetimeMs = 400 * 24 * 3_600_000
/** How many browsers of a person are known at most. */
const maxBrowsers = 50

/** The hash of a browser's secret, if somebody with this e-mail has signed in with it before. */
export async function findKnownBrowser(db: Db, secret: string, email: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('known_browsers')
    .innerJoin('users', (join) =>
      join.onRef('users.team_id', '=', 'known_browsers.team_id').onRef('users.id', '=', 'known_browsers.user_id'),
    )
    .select('hash')
    .where('hash', '=', hashToken(secret))
    .where('expires_at', '>', db.clock.now())
    .where('users.email_key', '=', toEmailKey(email))
    .limit(1)
    .executeTakeFirst()
  return found?.hash
}

/** [SES-4] Remembers that a person has signed in with a browser. Returns its secret: the one that it has, or a new one. */
export async function rememberBrowser(
  tx: Tx,
  person: { teamId: string; userId: string },
  given: string | undefined,
): Promise<string> {
  const secret = given !== undefined && (await isIssued(tx, given)) ? given : newSecret()
  const expiresAt = tx.clock.now() + browserLifetimeMs
  const { teamId, userId } = person
  await tx
    .insertInto('known_browsers')
    .values({ team_id: teamId, user_id: userId, hash: hashToken(secret), expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'hash']).doUpdateSet({ expires_at: expiresAt }))
    .execute()
  const ofPerson = tx.selectFrom('known_browsers').where('team_id', '=', teamId).where('user_id', '=', userId)
  const tooMany = await ofPerson.select('hash').orderBy('expires_at', 'desc').offset(maxBrowsers).limit(100).execute()
  const hashes = tooMany.map(({ hash }) => hash)
  if (hashes.length > 0)
    await tx
      .deleteFrom('known_browsers')
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .where('hash', 'in', hashes)
      .execute()
  return secret
}

export function forgetExpiredBrowsers(tx: Tx): Promise<number> {
  return deleteBatchOf(tx, 'known_browsers', ['team_id', 'user_id', 'hash'], sql`expires_at <= ${tx.clock.now()}`)
}

async function isIssued(db: Db, secret: string): Promise<boolean> {
  const found = db.selectFrom('known_browsers').select('hash').where('hash', '=', hashToken(secret)).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}
