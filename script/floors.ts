/**
 * Checks the imports of every package against floors/table.ts, and looks for import cycles and for folders and files
 * that are too large: `npm run floors`. `--write` updates the diagram in ARCHITECTURE.md, `--check` only checks it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findCycles } from './floors/cycles.ts'
import { listSources, readImports } from './floors/imports.ts'
import { judgeCount, judgeImports, judgePlaces, judgeTable } from './floors/judge.ts'
import { withPicture } from './floors/picture.ts'
import { judgeRooms } from './floors/rooms.ts'
import { floors } from './floors/table.ts'

const root = join(import.meta.dirname, '..')
/** These gather parts into one file for delivery. They know nothing themselves, so a cycle through them is none. */
const gathered = new Set(['packages/web/src/soon.ts', 'packages/web/src/late.ts'])
const { values } = parseArgs({ options: { write: { type: 'boolean' }, check: { type: 'boolean' } } })

if (values.write || values.check) drawPicture(values.check === true)
else judgeEverything()

function drawPicture(isCheck: boolean): void {
  const path = join(root, 'ARCHITECTURE.md')
  const text = readFileSync(path, 'utf8')
  const drawn = withPicture(text, floors)
  if (drawn === text) return
  if (!isCheck) writeFileSync(path, drawn)
  else fail(['ARCHITECTURE.md: the diagram of the floors is out of date. Run `npm run generate`.'])
}

function judgeEverything(): void {
  const sources = listSources(root)
  const imports = readImports(root, sources)
  console.log(`${sources.length} files, ${imports.length} imports`)
  fail([
    ...judgeCount(sources, imports),
    ...judgeTable(floors),
    ...judgePlaces(floors, sources),
    ...judgeImports(floors, imports),
    ...findCycles(imports.filter(({ to = '' }) => !gathered.has(to))).map(
      (cycle) => `Import cycle: ${cycle.join(' → ')}`,
    ),
    ...judgeRooms(root, sources),
  ])
}

function fail(faults: string[]): void {
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
