import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aDirectory } from '#testing/server/databases'
import { holdDirectory } from './hold.ts'

describe('a data directory', () => {
  test('is held by one process, and a second one is told which', async () => {
    const directory = aDirectory()
    const holder = await holding(directory)
    expect(() => holdDirectory(directory)).toThrow(
      new RegExp(
        `in use by the process ${holder.pid} \\(since .*Z\\)\\. Stop that first, or choose another with --data`,
      ),
    )
  })

  test('is held against the same process too, until it is released', () => {
    const directory = aDirectory()
    const { release } = holdDirectory(directory)
    expect(() => holdDirectory(directory)).toThrow(`in use by the process ${process.pid}`)
    release()
    holdDirectory(directory).release()
  })

  test('whose holder was killed is free', async () => {
    const directory = aDirectory()
    const holder = await holding(directory)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    holdDirectory(directory).release()
  })

  test('whose lock is damaged is not said to be held by somebody', () => {
    const directory = aDirectory()
    writeFileSync(
      join(directory, 'lock.db'),
      'This is no database, and longer than the head of one would be.'.repeat(4),
    )
    expect(() => holdDirectory(directory)).toThrow(/cannot be locked: .*file is not a database/)
  })

  test('is made where it is not there', () => {
    const { release } = holdDirectory(`${aDirectory()}/deep/inside`)
    release()
  })
})

/** A real process that holds the directory until the test ends. */
async function holding(directory: string): Promise<ChildProcess> {
  const program = `
    import { holdDirectory } from ${JSON.stringify(new URL('hold.ts', import.meta.url).href)}
    holdDirectory(${JSON.stringify(directory)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}
