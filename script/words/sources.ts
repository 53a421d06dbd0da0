import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LiteralWords, readWords, type Text } from './readWords.ts'

const client = join(import.meta.dirname, '../../packages/web/src')
export const cataloguePath = join(client, 'words/de.json')

/** Everything that the client says, and the words in it that nobody can translate. */
export function readSources(): { texts: Text[]; literals: (LiteralWords & { path: string })[] } {
  // What is exported from the inspector is for machines.
  const isSkipped = (path: string) => /\.test\.|(^|\/)testing\/|^gallery\/|^inspect\/export\//.test(path)
  const files = globSync('**/*.{ts,tsx}', { cwd: client }).filter((path) => !isSkipped(path))
  const read = files.map((path) => ({ path, ...readWords(path, readFileSync(join(client, path), 'utf8')) }))
  return {
    texts: read.flatMap(({ texts }) => texts),
    literals: read.flatMap(({ path, literals }) => literals.map((literal) => ({ ...literal, path }))),
  }
}

/** The forms of each text in English, by its key in a catalogue. */
export function listTexts(texts: readonly Text[]): Map<string, string[]> {
  return new Map(texts.map(({ key, forms }) => [key, forms]))
}

export function readCatalogue(): Record<string, string | Record<string, string>> {
  return JSON.parse(readFileSync(cataloguePath, 'utf8'))
}
