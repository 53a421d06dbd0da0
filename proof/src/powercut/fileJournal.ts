import { readFile, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** The kinds of records, in the order of their numbers in `shim/journal.h`. */
const kinds = [
  'write',
  'truncate',
  'sync_begin',
  'sync_end',
  'sync_failed',
  'create',
  'unlink',
  'rename',
  'directory',
] as const

/** What one system call of the watched process did. */
export interface JournalRecord {
  kind: (typeof kinds)[number]
  /** Nanoseconds of CLOCK_MONOTONIC. */
  ns: number
  inode: bigint
  /** The offset of a write, the size after a truncation, the number of a sync, or the length of the old name in a rename. */
  at: number
  /** The bytes written, or a name relative to the watched directory. */
  data: Buffer
}

const headerBytes = 32
const quietMs = 300

export async function readJournal(file: string): Promise<JournalRecord[]> {
  const bytes = await readFile(file)
  const records: JournalRecord[] = []
  for (let p = 0; p + headerBytes <= bytes.length;) {
    const kind = kinds[bytes.readUInt32LE(p) - 1]
    if (!kind) throw new Error(`the journal is broken at ${p}`)
    const length = bytes.readUInt32LE(p + 4)
    records.push({
      kind,
      ns: Number(bytes.readBigUInt64LE(p + 8)),
      inode: bytes.readBigUInt64LE(p + 16),
      at: Number(bytes.readBigUInt64LE(p + 24)),
      data: bytes.subarray(p + headerBytes, p + headerBytes + length),
    })
    p += headerBytes + length
  }
  return records
}

/** Waits until nothing is written to the journal any more, not even by a checkpoint. */
export async function waitForQuiet(file: string): Promise<void> {
  for (let before = -1, size = 0; size !== before; size = (await stat(file)).size) {
    before = size
    await sleep(quietMs)
  }
}
