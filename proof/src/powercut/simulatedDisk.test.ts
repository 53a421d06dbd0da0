import { describe, expect, test } from 'vitest'
import { SimulatedDisk } from './simulatedDisk.ts'
import type { JournalRecord } from './fileJournal.ts'
import { Random } from '#load/random'

describe('the simulated disk', () => {
  test('keeps what a finished sync covered, and may lose the rest', () => {
    const disk = createDisk(
      create('db'),
      write(0, 'kept'),
      syncBegin(1),
      write(4, 'late'),
      syncEnd(1),
      syncDirectory(2),
    )
    expect(disk.createImage('none', new Random(1)).get('db')?.toString()).toBe('kept')
    expect(disk.createImage('all', new Random(1)).get('db')?.toString()).toBe('keptlate')
  })

  test('does not count a sync that had not finished', () => {
    const disk = createDisk(create('db'), syncDirectory(1), write(0, 'lost'), syncBegin(2))
    expect(disk.createImage('none', new Random(1)).get('db')?.toString()).toBe('')
  })

  test('keeps parts of unsynced writes, torn at sector boundaries', () => {
    const page = 'x'.repeat(4096)
    const sizes = new Set<number>()
    for (let seed = 0; seed < 200; seed++) {
      const image = createDisk(create('db'), syncDirectory(1), write(0, page)).createImage('some', new Random(seed))
      sizes.add(image.get('db')?.toString().replaceAll('\0', '').length ?? -1)
    }
    expect(sizes.size).toBeGreaterThan(5)
    expect([...sizes].every((size) => size % 512 === 0)).toBe(true)
  })

  test('may lose a name until its directory was synced', () => {
    const findNames = (...records: (JournalRecord | JournalRecord[])[]) =>
      new Set(
        Array.from({ length: 50 }, (_, seed) =>
          createDisk(...records)
            .createImage('none', new Random(seed))
            .has('db'),
        ),
      )
    expect(findNames(create('db'))).toEqual(new Set([true, false]))
    expect(findNames(create('db'), syncDirectory(1))).toEqual(new Set([true]))
  })
})

function createDisk(...records: (JournalRecord | JournalRecord[])[]): SimulatedDisk {
  const disk = new SimulatedDisk()
  disk.apply({ ...entry('directory'), inode: 1n })
  for (const record of records.flat()) disk.apply(record)
  return disk
}

const entry = (kind: JournalRecord['kind'], at = 0, data = ''): JournalRecord => ({
  kind,
  ns: 0,
  inode: 7n,
  at,
  data: Buffer.from(data),
})
const create = (name: string) => entry('create', 0, name)
const write = (at: number, data: string) => entry('write', at, data)
const syncBegin = (id: number) => entry('sync_begin', id)
const syncEnd = (id: number) => entry('sync_end', id)
const syncDirectory = (id: number) => [syncBegin(id), syncEnd(id)].map((record) => ({ ...record, inode: 1n }))
