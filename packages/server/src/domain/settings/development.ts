import { findServerSecret } from '#domain/access/serverSecrets'
import type { Db, Tx } from '#store/db'

/** [OPS-13] Notes that a development server runs on this data, which gives tokens to whoever asks. */
export async function noteDevelopment(tx: Tx): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: 'development', value: 'yes' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** [OPS-13] Whether a development server has run on this data. Before that was noted, tokens of people say so. */
export async function wasInDevelopment(db: Db): Promise<boolean> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'development').executeTakeFirst()
  return row !== undefined || (await findServerSecret(db, 'person_token')) !== undefined
}
