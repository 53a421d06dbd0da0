import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTempDirectory } from '#testing/database/databases'
import { nobody } from '#testing/asNobody'
import { KeyFile } from './keyFile.ts'

function accessTo(path: string) {
  const { uid, gid, mode } = statSync(path)
  return { uid, gid, mode: mode & 0o777 }
}

describe.skipIf(process.getuid?.() !== 0)('a key file that root uses', () => {
  test('[KEY-8] stays readable for whoever owns it, or reads it as a member of its group', () => {
    for (const [uid, mode] of [
      [nobody, 0o600],
      [nobody, 0o640],
      [0, 0o640],
    ] as const) {
      const path = join(createTempDirectory(), 'key')
      const file = new KeyFile(path)
      file.add()
      chownSync(path, uid, nobody)
      chmodSync(path, mode)
      expect(file.read()).toHaveLength(1)
      expect(accessTo(path)).toEqual({ uid, gid: nobody, mode })
      expect(file.add()).toHaveLength(2)
      expect(accessTo(path)).toEqual({ uid, gid: nobody, mode })
    }
  })

  test('[KEY-8] belongs to the owner of its directory when it is new', () => {
    const directory = createTempDirectory()
    chownSync(directory, nobody, nobody)
    const path = join(directory, 'key')
    // One that was stopped halfway has left this.
    writeFileSync(`${path}.new`, 'half')
    new KeyFile(path).add()
    expect(accessTo(path)).toEqual({ uid: nobody, gid: nobody, mode: 0o600 })
  })

  test('[KEY-3] is closed to others if it is its own', () => {
    const path = join(createTempDirectory(), 'key')
    const file = new KeyFile(path)
    file.add()
    chownSync(path, 0, 0)
    chmodSync(path, 0o644)
    file.read()
    expect(accessTo(path).mode).toBe(0o600)
  })
})
