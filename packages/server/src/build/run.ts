import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { isServer, listenEarly } from './earlyStop.ts'
import { loadKept } from './keptProgram.ts'
import type * as program from './program.ts'

/** Runs the command `rivulet` of the build. What was compiled is kept beside Node's own cache. */
const directory = getCompileCacheDir()
/** Commands and servers call different functions. */
const kind = isServer ? 'server' : 'command'
listenEarly()

const { runCommand } = loadKept<typeof program>(
  join(import.meta.dirname, 'main.cjs'),
  directory && join(directory, `${kind}.compiled`),
)
void runCommand(process.argv)
