import { join } from 'node:path'
import type { InProcessServer, WorkspaceSource } from '#server/inProcess/inside'
import { loadKept } from './keptProgram.ts'
import type * as program from './program.ts'

let loaded: typeof program | undefined

/** `rivulet/inProcess` of the build. What was compiled is kept beside it, for each version of Node. */
export async function startInProcess(source: WorkspaceSource): Promise<InProcessServer> {
  const here = import.meta.dirname
  loaded ??= loadKept<typeof program>(join(here, 'main.cjs'), join(here, '.compiled', `inProcess-${process.version}`))
  const { startInProcess: start } = await loaded.loadInProcess()
  return start(source)
}
