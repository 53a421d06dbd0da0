import { describe, expect, test } from 'vitest'
import { Disk } from './simulatedDisk.ts'
import type { JournalRecord } from './fileJournal.ts'
import { Random } from '#load/random'

describe('the disk that loses its power', () => {
  test('keeps what a finished sync covered, and loses the rest', () => {
    const disk = fed(create('db'), write(0, 'kept'), syncBegin(1), write(4, 'late'), syncEnd(1), syncDirectory(2))
    expect(disk.image('none', new Random(1)).get('db')?.toString()).toBe('kept')
    expect(disk.image('all', new Random(1)).get('db')?.toString()).toBe('keptlate')
  })

  test('does not count a sync that was under way', () => {
    const disk = fed(create('db'), syncDirectory(1), write(0, 'lost'), syncBegin(2))
    expect(disk.image('none', new Random(1)).get('db')?.toString()).toBe('')
  })

  test('keeps parts of what was not synced, torn at sectors', () => {
    const page = 'x'.repeat(4096)
    const sizes = new Set<number>()
    for (let seed = 0; seed < 200; seed++) {
      const image = fed(create('db'), syncDirectory(1), write(0, page)).image('some', new Random(seed))
      sizes.add(image.get('db')?.toString().replaceAll('\0', '').length ?? -1)
    }
    expect(sizes.size).toBeGreaterThan(5)
    expect([...sizes].every((size) => size % 512 === 0)).toBe(true)
  })

  test('may forget a name until its directory was synced', () => {
    const names = (...records: (JournalRecord | JournalRecord[])[]) =>
      new Set(
        Array.from({ length: 50 }, (_, seed) =>
          fed(...records)
            .image('none', new Random(seed))
            .has('db'),
        ),
      )
    expect(names(create('db'))).toEqual(new Set([true, false]))
    expect(names(create('db'), syncDirectory(1))).toEqual(new Set([true]))
  })
})

function fed(...records: (JournalRecord | JournalRecord[])[]): Disk {
  const disk = new Disk()
  disk.feed({ ...entry('directory'), inode: 1n })
  for (const record of records.flat()) disk.feed(record)
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
