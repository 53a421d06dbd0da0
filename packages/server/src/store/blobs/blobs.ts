import type { Readable } from 'node:stream'

/** The bytes of files. Each key is generated for one upload and never reused. */
export interface Blobs {
  /** Stores content piece by piece, and resolves when it is on stable storage. If it fails nothing is left. */
  save(key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Undefined if there is no such blob. The stream has to be read to its end, or destroyed. */
  read(key: string): Promise<Readable | undefined>
  /** Once `signal` is aborted, a bucket is asked no more, and its reason is thrown. */
  delete(key: string, signal?: AbortSignal): Promise<void>
  /** Lists the keys of blobs that were started before this time, also of incomplete ones. `signal`: as above. */
  listOlderThan(time: number, signal?: AbortSignal): Promise<string[]>
  /** The bytes that are free on the disk, and all of it. Undefined if the database has the blobs. */
  readDisk(): Promise<{ free: number; size: number } | undefined>
  close(): Promise<void>
}

/** The place of the blobs does not answer, or refuses. Nothing was stored. */
export class BlobsOutOfReach extends Error {
  override name = 'BlobsOutOfReach'
  /** Whether the place does not answer, and may answer again by itself. */
  readonly isSilent: boolean

  constructor(message: string, { isSilent = false, cause }: { isSilent?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isSilent = isSilent
  }
}
