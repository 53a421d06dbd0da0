import { randomBytes } from 'node:crypto'
import { type Db, DiskRefusal, type Store } from '#store/db'
import { type Blobs, BlobsOutOfReach } from './blobs.ts'
import type { BucketAddress } from './bucketClients.ts'
import { openBucket } from './inBucket.ts'
import { MovedBlobs } from './moved.ts'

/**
 * [FIL-11, FIL-12] From now on new files of this database go into a bucket. Those from before are still read. A bucket that this
 * database has used before need not answer; one that refuses stops the start.
 */
export async function moveFilesTo(
  store: Store,
  address: BucketAddress,
  onNotice: (words: string) => void = () => {},
): Promise<Blobs> {
  const bucket = await openBucket(address)
  try {
    const id = await provideDatabaseId(store)
    const [place, known] = [describeBucket(address), await findBucket(store.db)]
    // A copy of the bucket has its mark. The same bucket may have two addresses.
    if (known !== undefined && known !== place && (await bucket.findOwner()) === undefined)
      throw new Error(
        `Files of this database are in ${known}. The --files of this server names ${place}, which holds none of them. Name the other one, or first copy all of its objects to this one, rivulet-owner too.`,
      )
    await bucket.claim(id).catch((error: unknown) => {
      if (known !== place || !(error instanceof BlobsOutOfReach && error.isSilent)) throw error
      onNotice(`${error.message} Until it can be, files are neither sent nor opened. Everything else works.`)
    })
    if (known !== place) await noteBucket(store, place)
    return new MovedBlobs(store.blobs, bucket)
  } catch (error) {
    await bucket.close()
    throw error
  }
}

/** [FIL-13] Throws if files of this database are in a bucket: a server without it could not read them. */
export async function refuseWithoutBucket(store: Store): Promise<void> {
  const known = await findBucket(store.db)
  if (known !== undefined)
    throw new Error(
      `Files of this database are in a bucket, and this server has no --files. Start it with --files '${known}'.`,
    )
}

/** Whether files of this database are in a bucket since a later start than that of this server, which had no --files. */
export async function lacksBucket(store: Store): Promise<boolean> {
  return !(store.blobs instanceof MovedBlobs) && (await findBucket(store.db)) !== undefined
}

/** [OPS-15] An address without what an endpoint may hold of credentials. */
export function describeBucket({ bucket, prefix, region, endpoint }: BucketAddress): string {
  const place = `s3://${bucket}/${prefix}`.replace(/\/$/, '')
  const parameters = []
  if (endpoint !== undefined) {
    const url = new URL(endpoint)
    url.username = url.password = ''
    parameters.push(`endpoint=${encodeURI(url.href.replace(/\/$/, '')).replaceAll(/[&#+]/g, encodeURIComponent)}`)
  }
  if (region !== undefined) parameters.push(`region=${encodeURIComponent(region)}`)
  return parameters.length === 0 ? place : `${place}?${parameters.join('&')}`
}

/** Where the files of this database are since a server has had `--files`. */
async function findBucket(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('meta').select('value').where('key', '=', 'bucket').executeTakeFirst())?.value
}

async function noteBucket(store: Store, value: string): Promise<void> {
  const note = (tx: Db) =>
    tx
      .insertInto('meta')
      .values({ key: 'bucket', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  await store.write(note).catch((error: unknown) => {
    // A full disk can still be read.
    if (!(error instanceof DiskRefusal)) throw error
  })
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
