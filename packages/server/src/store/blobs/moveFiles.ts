import { randomBytes } from 'node:crypto'
import type { Db, Store } from '#store/db'
import type { Blobs } from './blobs.ts'
import { type BucketAddress, openBucket } from './inBucket.ts'
import { MovedBlobs } from './moved.ts'

/** [FIL-11, FIL-12] From now on new files of this database go into a bucket. Those from before are still read. */
export async function moveFilesTo(store: Store, address: BucketAddress): Promise<Blobs> {
  const bucket = await openBucket(address)
  try {
    await bucket.claim(await provideDatabaseId(store))
    return new MovedBlobs(store.blobs, bucket)
  } catch (error) {
    await bucket.close()
    throw error
  }
}

/** What names this database. Its backups and copies have the same. */
async function provideDatabaseId(store: Store): Promise<string> {
  const find = (db: Db) => db.selectFrom('meta').select('value').where('key', '=', 'database_id').executeTakeFirst()
  // A full disk can still be read.
  const known = await find(store.db)
  if (known) return known.value
  return store.write(async (tx) => {
    const made = { key: 'database_id', value: randomBytes(16).toString('hex') }
    await tx
      .insertInto('meta')
      .values(made)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    return (await find(tx))?.value ?? made.value
  })
}
