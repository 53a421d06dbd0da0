import { dirname } from 'node:path'
import type { JournalRecord } from './fileJournal.ts'
import type { Random } from '#load/random'

/** Which writes without a finished sync survive: none, some (and some in part), only the newest, or all. */
export type UnsyncedWrites = 'none' | 'some' | 'newest' | 'all'

const sector = 512

/**
 * A directory on a disk that may lose whatever was not synced. `apply` takes the journal record by record; `createImage`
 * returns the files as a power cut at that point would leave them.
 */
export class SimulatedDisk {
  readonly #files = new Map<bigint, SimulatedFile>()
  readonly #directories = new Map<bigint, string>()
  readonly #names = new Map<string, bigint>()
  #namesPending: JournalRecord[] = []
  readonly #syncs = new Map<number, { pending: number; names: Set<JournalRecord> }>()

  apply(record: JournalRecord): void {
    if (record.kind === 'write' || record.kind === 'truncate') this.#findFile(record.inode).pending.push(record)
    else if (record.kind === 'sync_begin') this.#beginSync(record)
    else if (record.kind === 'sync_end') this.#endSync(record)
    else if (record.kind === 'directory') this.#directories.set(record.inode, record.data.toString())
    else if (record.kind !== 'sync_failed') this.#namesPending.push(record)
  }

  #beginSync({ inode, at }: JournalRecord): void {
    const file = this.#files.get(inode)
    this.#syncs.set(at, {
      pending: file ? file.syncedCount + file.pending.length : 0,
      names: new Set(this.#namesPending),
    })
  }

  #endSync({ inode, at }: JournalRecord): void {
    const covered = this.#syncs.get(at)
    if (!covered) throw new Error('a sync ended that had not begun')
    this.#syncs.delete(at)
    this.#files.get(inode)?.sync(covered.pending)

    const directory = this.#directories.get(inode)
    if (directory === undefined) return
    const isCovered = (record: JournalRecord): boolean =>
      covered.names.has(record) && dirname(readNewName(record)) === (directory || '.')
    for (const record of this.#namesPending) if (isCovered(record)) applyRename(this.#names, record)
    this.#namesPending = this.#namesPending.filter((record) => !isCovered(record))
  }

  #findFile(inode: bigint): SimulatedFile {
    let file = this.#files.get(inode)
    if (!file) this.#files.set(inode, (file = new SimulatedFile()))
    return file
  }

  createImage(unsynced: UnsyncedWrites, random: Random): Map<string, Buffer> {
    // Names go through the file system's own journal, so only the latest can be lost.
    const names = new Map(this.#names)
    const keptCount = unsynced === 'all' ? this.#namesPending.length : random.between(0, this.#namesPending.length)
    for (const record of this.#namesPending.slice(0, keptCount)) applyRename(names, record)

    const image = new Map<string, Buffer>()
    for (const [name, inode] of names) image.set(name, this.#findFile(inode).readAfterCut(unsynced, random))
    return image
  }
}

/** The synced bytes of a file, and the changes since. */
class SimulatedFile {
  pending: JournalRecord[] = []
  /** How many records were synced before those in `pending`. */
  syncedCount = 0
  readonly #bytes = new Bytes()

  sync(upTo: number): void {
    const count = Math.max(0, upTo - this.syncedCount)
    for (const record of this.pending.slice(0, count)) applyRecord(this.#bytes, record, record.data)
    this.pending = this.pending.slice(count)
    this.syncedCount += count
  }

  readAfterCut(unsynced: UnsyncedWrites, random: Random): Buffer {
    const bytes = this.#bytes.copy()
    const firstNewest = unsynced === 'newest' ? this.pending.length - random.between(1, 5) : 0
    const probability = unsynced === 'some' ? random.next() : 1
    this.pending.forEach((record, index) => {
      if (unsynced === 'none' || index < firstNewest || !random.chance(probability)) return
      if (unsynced === 'all' || record.kind === 'truncate' || random.chance(0.7))
        applyRecord(bytes, record, record.data)
      else writeTorn(bytes, record, random)
    })
    return bytes.read()
  }
}

class Bytes {
  #buffer = Buffer.alloc(0)
  #size = 0

  write(at: number, data: Buffer): void {
    const end = at + data.length
    if (end > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(end, this.#buffer.length * 2))
      this.#buffer.copy(larger, 0, 0, this.#size)
      this.#buffer = larger
    }
    data.copy(this.#buffer, at)
    this.#size = Math.max(this.#size, end)
  }

  truncate(size: number): void {
    if (size < this.#size) this.#buffer.fill(0, size, this.#size)
    else if (size > this.#buffer.length) this.write(size, Buffer.alloc(0))
    this.#size = size
  }

  copy(): Bytes {
    const copy = new Bytes()
    copy.write(0, this.read())
    return copy
  }

  read(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }
}

function applyRecord(bytes: Bytes, record: JournalRecord, data: Buffer): void {
  if (record.kind === 'truncate') bytes.truncate(record.at)
  else bytes.write(record.at, data)
}

/** Writes a random choice of the sectors. */
function writeTorn(bytes: Bytes, { at, data }: JournalRecord, random: Random): void {
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + sector - ((at + from) % sector))
    if (random.chance(0.5)) bytes.write(at + from, data.subarray(from, to))
    from = to
  }
}

function applyRename(names: Map<string, bigint>, record: JournalRecord): void {
  const name = readNewName(record)
  if (record.kind === 'rename') names.delete(record.data.subarray(0, record.at).toString())
  if (record.kind === 'unlink') names.delete(name)
  else names.set(name, record.inode)
}

function readNewName({ kind, at, data }: JournalRecord): string {
  return data.subarray(kind === 'rename' ? at + 1 : 0).toString()
}
