import { expect, test } from 'vitest'
import { build, type Rolldown } from 'vite'

test('the colours of code are not in what the first page loads: they come when there is code', async () => {
  const root = new URL('../..', import.meta.url).pathname
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: { write: false, minify: false, rolldownOptions: { input: `${root}src/main.tsx` } },
  })
  const outputs = Array.isArray(made) ? made : 'output' in made ? [made] : []
  const chunks = new Map(
    outputs.flatMap(({ output }) => output).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
  const first = new Set<string>()
  const need = (name: string) => {
    if (first.has(name)) return
    first.add(name)
    chunks.get(name)?.imports.forEach(need)
  }
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) need(fileName)
  const colouring = [...chunks.values()].filter(hasColours)
  expect(first.size).toBeGreaterThan(0)
  expect(colouring.length).toBeGreaterThan(0)
  expect(colouring.filter(({ fileName }) => first.has(fileName))).toEqual([])
}, 120_000)

function hasColours({ moduleIds }: Rolldown.OutputChunk): boolean {
  return moduleIds.some((id) => /\/(?:highlight\.js|lowlight)\//.test(id))
}
