import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Blobs } from './blobs.ts'
import type { Tables } from '#store/tables/tables'

/** Bytes in one row, which is also how much of a file is in memory at once. */
const rowSize = 256 * 1024

/** [NOD-18] The database's own time. The clocks of the machines that store blobs may differ. */
const at = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Blobs as rows of the database itself, so that every process that uses it has them. */
export class BlobsInTable implements Blobs {
  readonly #db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  async save(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      let n = 0
      for await (const bytes of splitIntoRows(content)) {
        await this.#db.insertInto('file_parts').values({ key, n: n++, bytes, at }).execute()
      }
    } catch (error) {
      await this.delete(key)
      throw error
    }
  }

  async read(key: string): Promise<Readable | undefined> {
    const first = await this.#row(key, 0)
    return first && Readable.from(this.#from(key, first), { objectMode: false })
  }

  async *#from(key: string, first: Uint8Array): AsyncGenerator<Uint8Array> {
    let bytes: Uint8Array | undefined = first
    for (let n = 1; bytes; n++) {
      yield bytes
      bytes = await this.#row(key, n)
    }
  }

  async #row(key: string, n: number): Promise<Uint8Array | undefined> {
    const row = await this.#db
      .selectFrom('file_parts')
      .select('bytes')
      .where('key', '=', key)
      .where('n', '=', n)
      .executeTakeFirst()
    return row?.bytes
  }

  async delete(key: string): Promise<void> {
    await this.#db.deleteFrom('file_parts').where('key', '=', key).execute()
  }

  async listOlderThan(time: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('file_parts')
      .select('key')
      .where('n', '=', 0)
      .where('at', '<', time)
      .execute()
    return rows.map(({ key }) => key)
  }

  async readDisk(): Promise<undefined> {}

  async close(): Promise<void> {}
}

async function* splitIntoRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const piece of content) {
    waiting.push(piece)
    size += piece.length
    if (size < rowSize) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}
