import type { Db, Tx } from '#store/db'

/** The address that people and apps used when the server ran last. */
export async function findLastAddress(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'address').executeTakeFirst()
  return row?.value
}

/** Remembers the address, so that commands know it while no server runs, or on a database without a socket. */
export async function saveAddress(tx: Tx, value: string): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: 'address', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
