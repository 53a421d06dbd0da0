import type { Readable } from 'node:stream'
import type { Blobs } from './blobs.ts'

/** Blobs that were in one place and are now stored in another. What was stored before stays where it is. */
export class MovedBlobs implements Blobs {
  readonly #before: Blobs
  readonly #now: Blobs

  constructor(before: Blobs, now: Blobs) {
    this.#before = before
    this.#now = now
  }

  save(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#now.save(key, content)
  }

  async read(key: string): Promise<Readable | undefined> {
    return (await this.#now.read(key)) ?? this.#before.read(key)
  }

  async delete(key: string, signal?: AbortSignal): Promise<void> {
    // What is not in a bucket goes also while the bucket is out of reach.
    await this.#before.delete(key)
    await this.#now.delete(key, signal)
  }

  async listOlderThan(time: number, signal?: AbortSignal): Promise<string[]> {
    return [...(await this.#now.listOlderThan(time, signal)), ...(await this.#before.listOlderThan(time))]
  }

  readDisk(): Promise<{ free: number; size: number } | undefined> {
    return this.#now.readDisk()
  }

  async close(): Promise<void> {
    await this.#now.close()
    await this.#before.close()
  }
}
