import type { Readable } from 'node:stream'

/** The contents of files. A key names one content for ever: it is made for it, and given by nobody. */
export interface Blobs {
  /** Keeps all that comes, in pieces; answers when it is on stable storage. If it fails nothing is left. */
  keep(key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Undefined where there is none. To be read to its end, or destroyed. */
  read(key: string): Promise<Readable | undefined>
  drop(key: string): Promise<void>
  /** The keys of what was begun before this moment, also of what never came whole. */
  olderThan(time: number): Promise<string[]>
  close(): Promise<void>
}
