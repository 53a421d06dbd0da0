import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export const root = join(import.meta.dirname, '..', '..', '..')
export const server = 'packages/server/src'

const packages = {
  blocks: { name: '@rivulet/blocks', imports: { '#*': './src/*.ts' }, exports: { './*': './src/*.ts' } },
  server: {
    name: 'rivulet',
    imports: { '#*': './src/*.ts' },
    exports: { './feedProtocol': './src/feed/protocol.ts' },
  },
  web: { name: '@rivulet/web', imports: { '#*': './src/*' } },
}

/** Creates a repository of three packages with these files, and returns its path. */
export function plant(files: Record<string, string>): string {
  const copy = mkdtempSync(join(tmpdir(), 'rivulet-floors-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  for (const [name, described] of Object.entries(packages)) {
    write(`packages/${name}/package.json`, JSON.stringify(described))
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  return copy
}
