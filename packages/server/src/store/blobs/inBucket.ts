import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ListObjectsCommandOutput, S3 } from '@aws-sdk/client-s3'
import type { Blobs, BlobsOutOfReach } from './blobs.ts'
import { type BucketAddress, type BucketClients, openClients } from './bucketClients.ts'
import { explainBucketError, nameOf } from './bucketErrors.ts'

/** The smallest part of an upload that S3 takes. So much of an upload is in memory. */
const partBytes = 5 * 1024 * 1024

/** The object that says whose files these are. No key of a blob is like it. */
const ownerKey = 'rivulet-owner'

/** What the key of a blob is like. Nothing else that lies in the bucket belongs to this database. */
const blobKey = /^[0-9a-f]{40}$/

/** How a store refuses to put an object that is there already, or that somebody else puts at this moment. */
const refusedAsTaken: ReadonlySet<string> = new Set(['PreconditionFailed', 'ConditionalRequestConflict'])

interface BucketOptions {
  /** How many objects are listed at a time. */
  pageSize?: number
  /** How long the store may take to begin an answer. What is sent to it may take longer. Milliseconds. */
  answerMs?: number
  /** How long it may be silent in the middle of an answer, or take nothing of what is sent. Milliseconds. */
  silenceMs?: number
  /** How long a close waits for uploads that were cut to be removed. Milliseconds. */
  removalMs?: number
}

/** [FIL-11] Opens a bucket of a store that speaks S3. */
export async function openBucket(
  address: BucketAddress,
  { pageSize = 1000, answerMs = 10_000, silenceMs = 30_000, removalMs = 1000 }: BucketOptions = {},
): Promise<BlobsInBucket> {
  const clients = await openClients(address, { answerMs, silenceMs })
  return new BlobsInBucket(clients, address, { pageSize, silenceMs, removalMs })
}

/** Blobs as objects of a bucket. */
export class BlobsInBucket implements Blobs {
  readonly #client: S3
  readonly #sender: S3
  readonly #reader: S3
  readonly #bucket: string
  readonly #prefix: string
  readonly #pageSize: number
  readonly #silenceMs: number
  readonly #removalMs: number
  readonly #saving = new Set<Promise<void>>()
  /** The database that has not marked the bucket as its own yet, because it was out of reach. */
  #claimant: string | undefined

  constructor(
    { client, sender, reader }: BucketClients,
    { bucket, prefix }: BucketAddress,
    { pageSize, silenceMs, removalMs }: Required<Omit<BucketOptions, 'answerMs'>>,
  ) {
    this.#client = client
    this.#sender = sender
    this.#reader = reader
    this.#bucket = bucket
    this.#prefix = prefix
    this.#pageSize = pageSize
    this.#silenceMs = silenceMs
    this.#removalMs = removalMs
  }

  async save(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#claimIfDue()
    const saving = this.#send(key, content)
    this.#saving.add(saving)
    await saving.finally(() => this.#saving.delete(saving))
  }

  async #send(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage')
    const from: { error?: unknown } = {}
    const body = Readable.from(withError(content, from), { objectMode: false })
    const params = { ...this.#object(key), Body: body }
    const options = { client: this.#sender, params, partSize: partBytes, queueSize: 1 }
    // If the library removed the parts itself, a failure to do so would hide why they are removed.
    const upload = new Upload({ ...options, leavePartsOnError: true })
    try {
      await upload.done()
    } catch (error) {
      const isOfSender = 'error' in from
      if (upload.uploadId !== undefined) await this.#removeParts(key, upload.uploadId)
      // The store may have taken the object, and only its answer be lost.
      if (!isOfSender) await this.delete(key).catch(() => {})
      throw isOfSender ? from.error : this.#outOfReach(error)
    }
  }

  /** What the store does not remove at this moment, its lifecycle rule does. */
  async #removeParts(key: string, uploadId: string): Promise<void> {
    await this.#client.abortMultipartUpload({ ...this.#object(key), UploadId: uploadId }).catch(() => {})
  }

  async read(key: string, signal?: AbortSignal): Promise<Readable | undefined> {
    try {
      const { Body: body } = await this.#reader.getObject(this.#object(key), until(signal))
      if (!(body instanceof Readable)) throw new Error('it answers without a body.')
      return this.#endWhenSilent(body)
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return undefined
      throw this.#failure(error, signal)
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

  async delete(key: string, signal?: AbortSignal): Promise<void> {
    await this.#try(() => this.#client.deleteObject(this.#object(key), until(signal)), signal)
  }

  /** Without uploads that never ended, which a lifecycle rule of the bucket removes. */
  async listOlderThan(time: number, signal?: AbortSignal): Promise<string[]> {
    await this.#claimIfDue(signal)
    const [prefix, keys]: [string, string[]] = [this.#prefix, []]
    // The older form of this call, which every store knows. Below deeper prefixes are the files of others.
    const query = { Bucket: this.#bucket, Prefix: prefix, Delimiter: '/', MaxKeys: this.#pageSize }
    let after: string | undefined
    do {
      const page: ListObjectsCommandOutput = await this.#try(
        () => this.#client.listObjects({ ...query, Marker: after }, until(signal)),
        signal,
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
  async claim(database: string, signal?: AbortSignal): Promise<void> {
    this.#claimant = database
    const owner = (await this.findOwner(signal)) ?? (await this.#mark(database))
    if (owner !== database)
      throw new Error(
        `The bucket ${this.#bucket} holds the files of another database${this.#prefix && ` under ${this.#prefix}`}. Name a prefix of its own: --files s3://${this.#bucket}/some-name`,
      )
    this.#claimant = undefined
  }

  async #claimIfDue(signal?: AbortSignal): Promise<void> {
    if (this.#claimant !== undefined) await this.claim(this.#claimant, signal)
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
  async findOwner(signal?: AbortSignal): Promise<string | undefined> {
    const marker = await this.read(ownerKey, signal)
    return marker && Buffer.concat(await Array.fromAsync(marker)).toString()
  }

  async readDisk(): Promise<undefined> {}

  async close(): Promise<void> {
    // What was cut leaves nothing behind if the store answers soon.
    await Promise.race([Promise.allSettled(this.#saving), sleep(this.#removalMs, undefined, { ref: false })])
    this.#client.destroy()
    this.#sender.destroy()
    this.#reader.destroy()
  }

  #object(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + key }
  }

  async #try<T>(fn: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await fn()
    } catch (error) {
      throw this.#failure(error, signal)
    }
  }

  #failure(error: unknown, signal: AbortSignal | undefined): unknown {
    return signal?.aborted ? signal.reason : this.#outOfReach(error)
  }

  #outOfReach(error: unknown): BlobsOutOfReach {
    return explainBucketError(this.#bucket, error)
  }
}

function until(signal: AbortSignal | undefined) {
  return signal && { abortSignal: signal }
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
