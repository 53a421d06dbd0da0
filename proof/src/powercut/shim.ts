import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why no power cut can be rehearsed on this machine, where that is so. */
export async function shimMissing(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'needs Linux (LD_PRELOAD)'
  return run('gcc', ['--version']).then(
    () => undefined,
    () => 'needs gcc',
  )
}

/** Compiles the journal of file system calls into the directory, and gives its path. */
export async function buildShim(directory: string): Promise<string> {
  const library = join(directory, 'powercut.so')
  const source = join(import.meta.dirname, '..', '..', 'shim', 'powercut.c')
  await run('gcc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'])
  return library
}
