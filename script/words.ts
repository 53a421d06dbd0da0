/**
 * Lists what the German catalogue lacks and what nobody says any more, and words that are not in `t`: `npm run words`.
 * `--write` adds what is missing, empty, and removes the rest.
 */
import { writeFileSync } from 'node:fs'
import { cataloguePath, listTexts, readCatalogue, readSources } from './words/sources.ts'

const { texts, literals } = readSources()
const known = readCatalogue()
const said = listTexts(texts)
const missing = [...said.keys()].filter((key) => !known[key])
const unused = Object.keys(known).filter((key) => !said.has(key))
for (const key of missing) console.log(`missing: ${key}`)
for (const key of unused) console.log(`unused: ${key}`)
for (const { path, line, words } of literals) console.log(`${path}:${line}: ${words}`)
console.log(`${said.size} texts, ${missing.length} missing, ${unused.length} unused, ${literals.length} not in t`)

if (process.argv.includes('--write')) {
  const keys = [...said.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  const empty = (key: string) => (said.get(key)?.length === 2 ? { one: '', other: '' } : '')
  const catalogue = Object.fromEntries(keys.map((key) => [key, known[key] ?? empty(key)]))
  writeFileSync(cataloguePath, `${JSON.stringify(catalogue, undefined, 2)}\n`)
}
