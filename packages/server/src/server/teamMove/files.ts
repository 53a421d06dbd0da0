import { type Kysely, Kysely as Queries } from 'kysely'
import pg from 'pg'
import { ConfigError } from '#config'
import { parseBucketAddress } from '#domain/files/bucketAddress'
import type { Blobs } from '#store/blobs/blobs'
import { openBucket } from '#store/blobs/inBucket'
import { describeBucket } from '#store/blobs/moveFiles'
import { BlobsInTable } from '#store/blobs/inTable'
import { MovedBlobs } from '#store/blobs/moved'
import { OwnSchemaDialect } from '#store/postgres/dialect'
import { rowsPlugin } from '#store/postgres/values'
import type { Tables } from '#store/tables/tables'
import type { Database } from './connect.ts'

/** Where one of the two databases has the bytes of files: in itself, and in a bucket if it is given. */
export interface FilePlace {
  blobs: Blobs
  close: () => Promise<void>
}

export async function openFiles({ url, side, client }: Database, address: string | undefined): Promise<FilePlace> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {}) // the next query says so
  const queries: Kysely<Tables> = new Queries<Tables>({
    dialect: new OwnSchemaDialect({ pool }),
    plugins: [rowsPlugin()],
  })
  let blobs: Blobs = new BlobsInTable(queries)
  if (address !== undefined) {
    const place = readAddress(address, side)
    const bucket = await openBucket(place)
    blobs = new MovedBlobs(blobs, bucket)
    const id = await client.query<{ value: string }>(`select value from meta where key = 'database_id'`)
    if (!id.rows[0])
      throw new Error(
        `No server of --${side} has used a bucket yet. Start one with --files '${describeBucket(place)}', or leave out --${side}-files.`,
      )
    await bucket.claim(id.rows[0].value).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`--${side}-files is not the bucket of --${side}: ${reason}`, { cause })
    })
  }
  return {
    blobs,
    async close() {
      await blobs.close()
      await queries.destroy()
    },
  }
}

function readAddress(address: string, side: string) {
  try {
    return parseBucketAddress(address)
  } catch (error) {
    throw new ConfigError(`--${side}-files ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    })
  }
}

/** Copies the bytes of a team's files that are not in `copied` yet, and adds them to it. Bytes never change. */
export async function copyFiles(
  from: { client: pg.ClientBase; blobs: Blobs },
  to: Blobs,
  team: string,
  copied: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const found = await from.client.query<{ id: string; blob: string; size: string; state: string }>(
    `select id, blob, size::text, state from files where team_id = $1 and blob is not null and state <> 'deleted' order by id`,
    [team],
  )
  for (const { id, blob, size } of found.rows) {
    if (copied.has(blob)) continue
    signal.throwIfAborted()
    const content = await from.blobs.read(blob)
    if (!content) {
      if (!(await isThere(from.client, team, id))) continue
      throw new Error(
        `The contents of the file ${id} are not in --from. If they are in a bucket, name it with --from-files, as the servers there have it in --files.`,
      )
    }
    // What a copy that was killed has left.
    await to.delete(blob)
    let bytes = 0
    await to.save(
      blob,
      (async function* count() {
        for await (const piece of content) {
          bytes += piece.length
          yield piece
        }
      })(),
    )
    if (String(bytes) === size) copied.add(blob)
    else if (await isThere(from.client, team, id))
      throw new Error(`The file ${id} should have ${size} bytes, and ${bytes} were read.`)
    else await to.delete(blob)
  }
}

/** Whether a file was not deleted meanwhile. */
async function isThere(from: pg.ClientBase, team: string, id: string): Promise<boolean> {
  const { rowCount } = await from.query(`select from files where team_id = $1 and id = $2 and state <> 'deleted'`, [
    team,
    id,
  ])
  return rowCount !== 0
}
