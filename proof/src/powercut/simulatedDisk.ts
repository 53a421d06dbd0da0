import { dirname } from 'node:path'
import type { JournalRecord } from './fileJournal.ts'
import type { Random } from '#load/random'

/** What becomes of writes that no sync covered: none survive, some do and some in part, only the newest, or all. */
export type Fate = 'none' | 'some' | 'newest' | 'all'

const sector = 512

/**
 * The directory as a disk holds it that may lose whatever was not synced. Fed with the journal record by
 * record; `image` says what would be found after a power cut at that point.
 */
export class Disk {
  readonly #files = new Map<bigint, File>()
  readonly #directories = new Map<bigint, string>()
  readonly #names = new Map<string, bigint>()
  #namesPending: JournalRecord[] = []
  readonly #syncs = new Map<number, { pending: number; names: Set<JournalRecord> }>()

  feed(record: JournalRecord): void {
    if (record.kind === 'write' || record.kind === 'truncate') this.#file(record.inode).pending.push(record)
    else if (record.kind === 'sync_begin') this.#begin(record)
    else if (record.kind === 'sync_end') this.#end(record)
    else if (record.kind === 'directory') this.#directories.set(record.inode, record.data.toString())
    else if (record.kind !== 'sync_failed') this.#namesPending.push(record)
  }

  #begin({ inode, at }: JournalRecord): void {
    const file = this.#files.get(inode)
    this.#syncs.set(at, { pending: file ? file.dropped + file.pending.length : 0, names: new Set(this.#namesPending) })
  }

  #end({ inode, at }: JournalRecord): void {
    const covered = this.#syncs.get(at)
    if (!covered) throw new Error('a sync ended that never began')
    this.#syncs.delete(at)
    this.#files.get(inode)?.settle(covered.pending)

    const directory = this.#directories.get(inode)
    if (directory === undefined) return
    const here = (record: JournalRecord): boolean =>
      covered.names.has(record) && dirname(newName(record)) === (directory || '.')
    for (const record of this.#namesPending) if (here(record)) rename(this.#names, record)
    this.#namesPending = this.#namesPending.filter((record) => !here(record))
  }

  #file(inode: bigint): File {
    let file = this.#files.get(inode)
    if (!file) this.#files.set(inode, (file = new File()))
    return file
  }

  image(fate: Fate, random: Random): Map<string, Buffer> {
    // Names go through the file system's own journal: they are lost from the end only.
    const names = new Map(this.#names)
    const kept = fate === 'all' ? this.#namesPending.length : random.between(0, this.#namesPending.length)
    for (const record of this.#namesPending.slice(0, kept)) rename(names, record)

    const image = new Map<string, Buffer>()
    for (const [name, inode] of names) image.set(name, this.#file(inode).after(fate, random))
    return image
  }
}

/** A file's synced bytes, and what was done to it since. */
class File {
  pending: JournalRecord[] = []
  /** How many pending records have been settled before those in `pending`. */
  dropped = 0
  readonly #bytes = new Bytes()

  settle(upTo: number): void {
    const count = Math.max(0, upTo - this.dropped)
    for (const record of this.pending.slice(0, count)) apply(this.#bytes, record, record.data)
    this.pending = this.pending.slice(count)
    this.dropped += count
  }

  after(fate: Fate, random: Random): Buffer {
    const bytes = this.#bytes.copy()
    const newest = fate === 'newest' ? this.pending.length - random.between(1, 5) : 0
    const odds = fate === 'some' ? random.next() : 1
    this.pending.forEach((record, index) => {
      if (fate === 'none' || index < newest || !random.chance(odds)) return
      if (fate === 'all' || record.kind === 'truncate' || random.chance(0.7)) apply(bytes, record, record.data)
      else tear(bytes, record, random)
    })
    return bytes.whole()
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
    copy.write(0, this.whole())
    return copy
  }

  whole(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }
}

function apply(bytes: Bytes, record: JournalRecord, data: Buffer): void {
  if (record.kind === 'truncate') bytes.truncate(record.at)
  else bytes.write(record.at, data)
}

/** Each sector of the write by itself reaches the disk or does not. */
function tear(bytes: Bytes, { at, data }: JournalRecord, random: Random): void {
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + sector - ((at + from) % sector))
    if (random.chance(0.5)) bytes.write(at + from, data.subarray(from, to))
    from = to
  }
}

function rename(names: Map<string, bigint>, record: JournalRecord): void {
  const name = newName(record)
  if (record.kind === 'rename') names.delete(record.data.subarray(0, record.at).toString())
  if (record.kind === 'unlink') names.delete(name)
  else names.set(name, record.inode)
}

function newName({ kind, at, data }: JournalRecord): string {
  return data.subarray(kind === 'rename' ? at + 1 : 0).toString()
}
