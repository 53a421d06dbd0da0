import type { Store, Tx } from '#store/db'

/** Thrown in a write to roll it back. */
export const rollbackError = new Error('refused')

export async function insertNote(tx: Tx, key: string, value: string): Promise<void> {
  await tx.insertInto('meta').values({ key, value }).execute()
}

export async function readNote(db: Store['db'], key: string): Promise<string | undefined> {
  return (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export async function listNoteKeys(store: Store): Promise<string[]> {
  // What PostgreSQL is remembered by is in the same table.
  const rows = await store.db.selectFrom('meta').select('key').where('key', '!=', 'timeline').execute()
  return rows.map(({ key }) => key).toSorted()
}

export async function listLoggedTs(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('log').select('ts').orderBy('seq').execute()
  return rows.map(({ ts }) => ts ?? '')
}
