import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTempDirectory } from '#testing/database/databases'
import { lockDataDirectory } from './dataDirectoryLock.ts'

describe('a data directory', () => {
  test('is locked by one process, and a second one learns which', async () => {
    const directory = createTempDirectory()
    const holder = await holding(directory)
    expect(() => lockDataDirectory(directory)).toThrow(
      new RegExp(
        `in use by the process ${holder.pid} \\(since .*Z\\)\\. Stop that first, or choose another with --data`,
      ),
    )
  })

  test('is locked against the same process too, until it is released', () => {
    const directory = createTempDirectory()
    const { release } = lockDataDirectory(directory)
    expect(() => lockDataDirectory(directory)).toThrow(`in use by the process ${process.pid}`)
    release()
    lockDataDirectory(directory).release()
  })

  test('is free after its holder was killed', async () => {
    const directory = createTempDirectory()
    const holder = await holding(directory)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    lockDataDirectory(directory).release()
  })

  test('with a damaged lock is not reported as in use', () => {
    const directory = createTempDirectory()
    writeFileSync(
      join(directory, 'lock.db'),
      'This is no database, and longer than the head of one would be.'.repeat(4),
    )
    expect(() => lockDataDirectory(directory)).toThrow(/cannot be locked: .*file is not a database/)
  })

  test('is created if it does not exist', () => {
    const { release } = lockDataDirectory(`${createTempDirectory()}/deep/inside`)
    release()
  })
})

/** A real process that holds the directory until the test ends. */
async function holding(directory: string): Promise<ChildProcess> {
  const program = `
    import { lockDataDirectory } from ${JSON.stringify(new URL('dataDirectoryLock.ts', import.meta.url).href)}
    globalThis.lock = lockDataDirectory(${JSON.stringify(directory)})
    process.stdout.write('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}
