import { join } from 'node:path'
import { build } from 'vite'
import { repository } from './servers/spawnServer.ts'

/** Builds the script of a page that renders blocks with the client's own components, as one file. */
export async function buildBlocksPageScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    // A production build, although this is a test.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    root: join(repository, 'packages', 'web'),
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(repository, 'packages', 'web', 'src', 'testing', 'harmPage.tsx'),
        output: { codeSplitting: false },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  if (chunks.length !== 1) throw new Error(`The page has ${chunks.length} scripts.`)
  return chunks[0]?.code ?? ''
}
