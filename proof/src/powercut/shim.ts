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

/** Compiles the shim, which journals file system calls, into the directory. Returns its path. */
export async function buildShim(directory: string): Promise<string> {
  const library = join(directory, 'powercut.so')
  const source = join(import.meta.dirname, '..', '..', 'shim', 'powercut.c')
  await run('gcc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'])
  return library
}
