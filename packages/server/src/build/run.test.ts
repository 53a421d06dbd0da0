import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createTempDirectory } from '#testing/database/databases'

const sources = fileURLToPath(new URL('.', import.meta.url))

/** A build whose program prints a word, with the directory for what was compiled. */
function createBuild() {
  const directory = createTempDirectory()
  const cache = join(directory, 'cache')
  for (const name of ['run.ts', 'keptProgram.ts', 'earlyStop.ts'])
    copyFileSync(join(sources, name), join(directory, name))
  const program = (word: string) =>
    writeFileSync(
      join(directory, 'main.cjs'),
      `const { basename } = require('node:path')
exports.runCommand = (argv) => console.log('${word} é', basename(__filename), argv[2])`,
    )
  program('first')
  return { cache, program, run, compiled }

  function run(command = 'explain'): string {
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache }
    const { stdout, stderr } = spawnSync(process.execPath, [join(directory, 'run.ts'), command], {
      env,
      encoding: 'utf8',
    })
    return stdout.trim() + stderr
  }
  function compiled(name = 'command.compiled'): string | undefined {
    return readdirSync(cache)
      .map((folder) => join(cache, folder, name))
      .find((path) => existsSync(path))
  }
}

describe('the build', () => {
  test('keeps what was compiled, for commands and for servers, and runs from it', () => {
    const { run, compiled } = createBuild()
    expect(run()).toBe('first é main.cjs explain')
    const kept = compiled() ?? ''
    const bytes = readFileSync(kept)
    expect(run()).toBe('first é main.cjs explain')
    expect(readFileSync(kept)).toEqual(bytes)
    expect(compiled('server.compiled')).toBeUndefined()
    expect(run('serve')).toBe('first é main.cjs serve')
    expect(compiled('server.compiled')).toBeDefined()
  })

  test('runs a new build of the same length, and not what was compiled of the old one', () => {
    const { run, program } = createBuild()
    run()
    program('other')
    expect(run()).toBe('other é main.cjs explain')
    expect(run()).toBe('other é main.cjs explain')
  })

  test('runs although what was compiled is damaged, and keeps it anew', () => {
    const { run, compiled } = createBuild()
    run()
    const kept = compiled() ?? ''
    const whole = readFileSync(kept)
    for (const damaged of [whole.subarray(0, whole.length / 2), whole.subarray(0, 3), whole.map((byte) => byte ^ 1)]) {
      writeFileSync(kept, damaged)
      expect(run()).toBe('first é main.cjs explain')
      expect(readFileSync(kept).subarray(0, 4)).toEqual(whole.subarray(0, 4))
    }
  })

  test('runs although nothing can be kept', () => {
    const { run, compiled } = createBuild()
    run()
    const kept = compiled() ?? ''
    const other = kept.replace('command', 'server')
    mkdirSync(other)
    expect(run('serve')).toBe('first é main.cjs serve')
    // Nothing unfinished is left beside what Node itself keeps there.
    expect(readdirSync(dirname(kept)).filter((name) => name.includes('.compiled.'))).toEqual([])
  })
})
