import type { Db, Tx } from '#store/db'
import { newSecret } from '#domain/ids'

/** Names this history of the log: a cursor from another one means nothing here. */
export async function epochOf(db: Db): Promise<string> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirst()
  return row?.value ?? ''
}

/** Gives a database its epoch, unless it has one. */
export async function beginEpoch(tx: Tx): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: 'epoch', value: newSecret().slice(0, 12) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
