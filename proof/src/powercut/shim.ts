import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Returns why this machine cannot simulate power cuts; undefined if it can. */
export async function findMissingRequirement(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'needs Linux (LD_PRELOAD)'
  return run('gcc', ['--version']).then(
    () => undefined,
    () => 'needs gcc',
  )
}

/** Compiles a shim into the directory: `powercut` journals file system calls. Returns its path. */
export async function buildShim(directory: string, name: 'powercut' | 'disturb' = 'powercut'): Promise<string> {
  const library = join(directory, `${name}.so`)
  const source = join(import.meta.dirname, '..', '..', 'shim', `${name}.c`)
  await run('gcc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'])
  return library
}
