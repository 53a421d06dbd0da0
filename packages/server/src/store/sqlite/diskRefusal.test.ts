import { constants } from 'node:os'
import { describe, expect, test } from 'vitest'
import { StoreFailure } from '#store/db'
import { createTempDirectory } from '#testing/database/databases'
import { mountSmallDisk, whyNoDisk } from '#testing/server/smallDisk'
import { toStoreFailure } from './commitGroup.ts'
import { toDiskRefusal, toReason } from './diskRefusal.ts'

const code = {
  full: 13,
  failedWrite: 778,
  failedSync: 1034,
  failedDirectorySync: 1290,
  noSharedMemory: 4874,
  constraint: 19,
}

const errorOf = (errcode: number) => Object.assign(new Error('disk I/O error'), { errcode })

describe('an error of SQLite', () => {
  test('[FLT-1] says that the disk is full, also as the cause of another', () => {
    const directory = createTempDirectory()
    const wrapped = new Error('no message', { cause: errorOf(code.full) })
    for (const error of [errorOf(code.full), wrapped])
      expect(toDiskRefusal(error, directory)).toMatchObject({ reason: 'full', message: 'The disk is full' })
  })

  test.each([code.failedWrite, code.failedSync, code.constraint])(
    '%d on a disk that takes writes is final',
    (errcode) => {
      expect(toDiskRefusal(errorOf(errcode), createTempDirectory())).toBeUndefined()
    },
  )

  test('after which nothing is acknowledged stays final, whatever its cause', () => {
    const failure = new StoreFailure('The database refused a commit', { cause: errorOf(code.full) })
    expect(toDiskRefusal(failure, createTempDirectory())).toBeUndefined()
  })

  test('whose sync has failed is told as such when the process ends', () => {
    expect(toStoreFailure(errorOf(code.failedSync)).message).toBe('The disk failed to sync: Error: disk I/O error')
    expect(toStoreFailure(errorOf(code.failedWrite)).message).toMatch(/^The database refused a commit: /)
  })

  test.each(['ENOSPC', 'EDQUOT'] as const)('%s of the operating system is a full disk', (name) => {
    expect(toReason(Object.assign(new Error('no'), { errno: -constants.errno[name] }))).toBe('full')
  })
})

describe.skipIf(whyNoDisk)(`an error of SQLite on a small disk${whyNoDisk ? `: skipped, ${whyNoDisk}` : ''}`, () => {
  test('[FLT-1] is explained by the disk that is full, but never if a sync has failed', () => {
    const disk = mountSmallDisk(1)
    disk.fill()
    for (const errcode of [code.failedWrite, code.noSharedMemory])
      expect(toDiskRefusal(errorOf(errcode), disk.path)).toMatchObject({ reason: 'full' })
    for (const errcode of [code.failedSync, code.failedDirectorySync])
      expect(toDiskRefusal(errorOf(errcode), disk.path)).toBeUndefined()
  })

  test('[FLT-2] is explained by the disk that is mounted read-only', () => {
    const disk = mountSmallDisk(1)
    disk.mountReadOnly()
    expect(toDiskRefusal(errorOf(code.failedWrite), disk.path)).toMatchObject({
      reason: 'read-only',
      message: 'The disk is mounted read-only',
    })
  })
})
