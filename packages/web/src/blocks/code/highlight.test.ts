import { expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'

test('the highlighter is not in the first chunk of the page: it is loaded when there is code', async () => {
  const root = new URL('../../..', import.meta.url).pathname
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: { write: false, minify: false, rolldownOptions: { input: `${root}src/main.tsx` } },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = new Map(
    outputs.flatMap(({ output }) => output).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
  const first = new Set<string>()
  const addChunk = (name: string) => {
    if (first.has(name)) return
    first.add(name)
    chunks.get(name)?.imports.forEach(addChunk)
  }
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) addChunk(fileName)
  const highlighters = [...chunks.values()].filter(hasHighlighter)
  expect(first.size).toBeGreaterThan(0)
  expect(highlighters.length).toBeGreaterThan(0)
  expect(highlighters.filter(({ fileName }) => first.has(fileName))).toEqual([])
}, 120_000)

function hasHighlighter({ moduleIds }: Rolldown.OutputChunk): boolean {
  return moduleIds.some((id) => /\/(?:highlight\.js|lowlight)\//.test(id))
}
