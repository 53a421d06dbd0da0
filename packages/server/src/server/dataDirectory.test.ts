import { chmodSync, chownSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newBlobKey } from '#domain/ids'
import { createTempDirectory } from '#testing/database/databases'
import { asNobody, nobody } from '#testing/asNobody'
import { prepareDataDirectory } from './dataDirectory.ts'
import { openStore } from './openStore.ts'

async function createData(directory: string): Promise<void> {
  const { store } = await openStore({ data: directory }, false)
  await store.blobs.save(newBlobKey(), Readable.from([Buffer.from('bytes')]))
  await store.close()
}

/** Each path below a directory that others may read, with its mode. */
function openPaths(directory: string): string[] {
  return ['.', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })].flatMap((path) => {
    const mode = statSync(join(directory, path)).mode & 0o777
    return (mode & 0o077) === 0 ? [] : [`${path} ${mode.toString(8)}`]
  })
}

test('[KEY-1] everything that a server writes is for its owner alone, in a directory that others could read', async () => {
  const directory = createTempDirectory()
  chmodSync(directory, 0o755)
  const { store } = await openStore({ data: directory }, false)
  await store.blobs.save(newBlobKey(), Readable.from([Buffer.from('bytes')]))
  expect(readdirSync(directory)).toEqual(expect.arrayContaining(['rivulet.db', 'rivulet.db-wal', 'files']))
  expect(openPaths(directory)).toEqual([])
  await store.close()
})

test('[KEY-1] what an earlier version or a copy left open is closed at the next start', async () => {
  const directory = createTempDirectory()
  await createData(directory)
  for (const path of ['.', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })])
    chmodSync(join(directory, path), statSync(join(directory, path)).isDirectory() ? 0o755 : 0o644)
  expect(openPaths(directory)).not.toEqual([])

  await createData(directory)

  expect(openPaths(directory)).toEqual([])
})

test('[KEY-1] an open directory that holds other things is refused and left as it is', async () => {
  const directory = createTempDirectory()
  chmodSync(directory, 0o755)
  writeFileSync(join(directory, 'notes.txt'), 'mine', { mode: 0o644 })

  await expect(openStore({ data: directory }, false)).rejects.toThrow(
    `The directory ${directory} holds other things, and other users of this machine can read it (mode 0755).`,
  )

  expect(openPaths(directory)).toEqual(['. 755', 'notes.txt 644'])
  expect(readdirSync(directory)).toEqual(['notes.txt'])
})

test('a path that cannot be a directory is refused in words', () => {
  const directory = createTempDirectory()
  writeFileSync(join(directory, 'file'), '')
  for (const path of ['file', 'file/below'])
    expect(() => prepareDataDirectory(join(directory, path))).toThrow(/cannot be used: .* Name another one with --data/)
})

describe.skipIf(process.getuid?.() !== 0)('root', () => {
  const ownersIn = (directory: string) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(directory, path)).uid)

  test('[KEY-8] leaves nothing of its own in the data directory of the server’s user', async () => {
    const directory = createTempDirectory()
    chownSync(directory, nobody, nobody)
    const { store } = await openStore({ data: directory }, false)
    await store.close()
    expect(new Set(ownersIn(directory))).toEqual(new Set([nobody]))

    const inside = join(directory, 'one/two')
    prepareDataDirectory(inside)
    expect([statSync(join(directory, 'one')).uid, statSync(inside).uid]).toEqual([nobody, nobody])
  })

  test.each(['rivulet.db', 'lock.db', 'holder.json'])('[KEY-8] is named where %s is its own', (name) => {
    const directory = createTempDirectory()
    chownSync(directory, nobody, nobody)
    writeFileSync(join(directory, name), '', { mode: 0o600 })
    expect(() => asNobody(() => prepareDataDirectory(directory))).toThrow(
      `The data directory ${directory} cannot be used: ${join(directory, name)} belongs to root. As root, give all of it to this user: chown -R ${nobody} ${directory}`,
    )
  })
})
