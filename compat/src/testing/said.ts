import { join } from 'node:path'
import { build } from 'vite'
import { repository } from './server.ts'

/** The script of a page that draws blocks with the client's own components, in one file. */
export async function saidScript(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    // As people get it, though this is a test.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    root: join(repository, 'packages', 'web'),
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(repository, 'packages', 'web', 'src', 'testing', 'said.tsx'),
        output: { codeSplitting: false },
      },
    },
  })
  const outputs = Array.isArray(made) ? made : 'output' in made ? [made] : []
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  if (chunks.length !== 1) throw new Error(`The page has ${chunks.length} scripts.`)
  return chunks[0]?.code ?? ''
}
