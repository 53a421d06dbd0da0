import { Readable } from 'node:stream'
import type { ListObjectsCommandOutput, S3 } from '@aws-sdk/client-s3'
import type { Blobs, BlobsOutOfReach } from './blobs.ts'
import { explainBucketError, nameOf } from './bucketErrors.ts'

/** Where the bytes of files lie in a store that speaks S3. */
export interface BucketAddress {
  bucket: string
  /** What every key begins with; empty, or ends with a slash. */
  prefix: string
  region: string | undefined
  /** The store's own address. Undefined for Amazon's. */
  endpoint: string | undefined
}

/** The smallest part of an upload that S3 takes. So much of an upload is in memory. */
const partBytes = 5 * 1024 * 1024

/** How long the store of the bucket may take to accept a connection, and to begin an answer. Milliseconds. */
const timeouts = { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true }
/** How long it may be silent in the middle of an answer. Milliseconds. */
const longestSilenceMs = 30_000
/** How many connections to it there may be: a file that somebody reads slowly keeps one. */
const agent = { maxSockets: 200 }

/** The object that says whose files these are. No key of a blob is like it. */
const ownerKey = 'rivulet-owner'

/** What the key of a blob is like. Nothing else that lies in the bucket belongs to this database. */
const blobKey = /^[0-9a-f]{40}$/

/** How a store refuses to put an object that is there already, or that somebody else puts at this moment. */
const refusedAsTaken: ReadonlySet<string> = new Set(['PreconditionFailed', 'ConditionalRequestConflict'])

/**
 * [FIL-11] Opens a bucket of a store that speaks S3. Credentials come from where Amazon's own tools find them:
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the role of the machine.
 */
export async function openBucket(
  address: BucketAddress,
  { pageSize = 1000, silenceMs = longestSilenceMs } = {},
): Promise<BlobsInBucket> {
  const { region, endpoint } = address
  // Only servers that use a bucket load the library.
  const { S3 } = await import('@aws-sdk/client-s3')
  const open = (socketTimeout?: number) =>
    new S3({
      requestHandler: { ...timeouts, socketTimeout, httpAgent: agent, httpsAgent: agent },
      // Stores other than Amazon's need not have a name for each bucket, and need not know the newer checksums.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: 'us-east-1' }),
      ...(region !== undefined && { region }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  return new BlobsInBucket({ client: open(silenceMs), reader: open() }, address, { pageSize, silenceMs })
}

/** Blobs as objects of a bucket. */
export class BlobsInBucket implements Blobs {
  readonly #client: S3
  /** Its connections are silent while somebody reads slowly. */
  readonly #reader: S3
  readonly #bucket: string
  readonly #prefix: string
  /** How many objects are listed at a time. */
  readonly #pageSize: number
  readonly #silenceMs: number
  /** The database that has not marked the bucket as its own yet, because it was out of reach. */
  #claimant: string | undefined

  constructor(
    { client, reader }: { client: S3; reader: S3 },
    { bucket, prefix }: BucketAddress,
    { pageSize, silenceMs }: { pageSize: number; silenceMs: number },
  ) {
    this.#client = client
    this.#reader = reader
    this.#bucket = bucket
    this.#prefix = prefix
    this.#pageSize = pageSize
    this.#silenceMs = silenceMs
  }

  async save(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#claimIfDue()
    const { Upload } = await import('@aws-sdk/lib-storage')
    const sender: { error?: unknown } = {}
    const body = Readable.from(withError(content, sender), { objectMode: false })
    const params = { ...this.#object(key), Body: body }
    const upload = new Upload({ client: this.#client, params, partSize: partBytes, queueSize: 1 })
    await upload.done().catch((error: unknown) => {
      throw 'error' in sender ? sender.error : this.#outOfReach(error)
    })
  }

  async read(key: string): Promise<Readable | undefined> {
    try {
      const { Body: body } = await this.#reader.getObject(this.#object(key))
      if (!(body instanceof Readable)) throw new Error('it answers without a body.')
      return this.#endWhenSilent(body)
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return undefined
      throw this.#outOfReach(error)
    }
  }

  /** Ends with an error if the store is silent. Only the time counts in which the next piece is waited for. */
  #endWhenSilent(body: Readable): Readable {
    const silenceMs = this.#silenceMs
    const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
    const fail = (content: Readable, error: unknown) => content.destroy(this.#outOfReach(error))
    return new Readable({
      read() {
        const timer = setTimeout(() => fail(this, new DOMException('Silent', 'TimeoutError')), silenceMs)
        const asked = pieces.next().finally(() => clearTimeout(timer))
        asked.then(
          ({ done, value }) => this.push(done ? null : value),
          (error: unknown) => fail(this, error),
        )
      },
      destroy(error, done) {
        body.destroy()
        done(error)
      },
    })
  }

  async delete(key: string): Promise<void> {
    await this.#try(() => this.#client.deleteObject(this.#object(key)))
  }

  /** Without uploads that never ended, which a lifecycle rule of the bucket removes. */
  async listOlderThan(time: number): Promise<string[]> {
    await this.#claimIfDue()
    const [prefix, keys]: [string, string[]] = [this.#prefix, []]
    // The older form of this call, which every store knows. Below deeper prefixes are the files of others.
    const query = { Bucket: this.#bucket, Prefix: prefix, Delimiter: '/', MaxKeys: this.#pageSize }
    let after: string | undefined
    do {
      const page: ListObjectsCommandOutput = await this.#try(() =>
        this.#client.listObjects({ ...query, Marker: after }),
      )
      for (const { Key: name = '', LastModified: at } of page.Contents ?? []) {
        const key = name.slice(prefix.length)
        if (at && at.getTime() < time && blobKey.test(key)) keys.push(key)
      }
      after = page.IsTruncated ? (page.NextMarker ?? page.Contents?.at(-1)?.Key) : undefined
    } while (after !== undefined)
    return keys
  }

  /**
   * [FIL-12] Marks the bucket as one database's, and throws if it is another's. Each of two databases would delete the
   * files of the other, which no row of its own names. After a claim that failed, nothing is stored or listed without one.
   */
  async claim(database: string): Promise<void> {
    this.#claimant = database
    const owner = (await this.findOwner()) ?? (await this.#mark(database))
    if (owner !== database)
      throw new Error(
        `The bucket ${this.#bucket} holds the files of another database${this.#prefix && ` under ${this.#prefix}`}. Name a prefix of its own: --files s3://${this.#bucket}/some-name`,
      )
    this.#claimant = undefined
  }

  async #claimIfDue(): Promise<void> {
    if (this.#claimant !== undefined) await this.claim(this.#claimant)
  }

  /** Marks the bucket, unless another database does so at this moment. Returns which one it belongs to then. */
  async #mark(database: string): Promise<string | undefined> {
    const mark = { ...this.#object(ownerKey), Body: database }
    try {
      await this.#client.putObject({ ...mark, IfNoneMatch: '*' })
    } catch (error) {
      if (nameOf(error) === 'NotImplemented') await this.#try(() => this.#client.putObject(mark))
      else if (!refusedAsTaken.has(nameOf(error))) throw this.#outOfReach(error)
    }
    // A store that does not know the condition keeps the mark that came last.
    return this.findOwner()
  }

  /** The database that the bucket is marked as belonging to. */
  async findOwner(): Promise<string | undefined> {
    const marker = await this.read(ownerKey)
    return marker && Buffer.concat(await Array.fromAsync(marker)).toString()
  }

  async readDisk(): Promise<undefined> {}

  async close(): Promise<void> {
    this.#client.destroy()
    this.#reader.destroy()
  }

  #object(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + key }
  }

  async #try<T>(fn: () => Promise<T>): Promise<T> {
    try {
      return await fn()
    } catch (error) {
      throw this.#outOfReach(error)
    }
  }

  #outOfReach(error: unknown): BlobsOutOfReach {
    return explainBucketError(this.#bucket, error)
  }
}

/** Keeps what the sender threw, which is then not the fault of the bucket. */
async function* withError(content: AsyncIterable<Uint8Array>, sender: { error?: unknown }) {
  let isTaken = false
  try {
    for await (const piece of content) {
      // What is thrown meanwhile comes from who takes the piece.
      isTaken = true
      yield piece
      isTaken = false
    }
  } catch (error) {
    if (!isTaken) sender.error = error
    throw error
  }
}
