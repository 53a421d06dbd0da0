import { fixtureVersion, type FixtureEntry, type FixtureHead } from '#cli/record/fixture'
import { readTextFile } from '#cli/textFile'
import { WrongUsage } from '#cli/terminal/failure'

/** What a fixture says. `note` says that its end is missing. */
export interface Fixture {
  head: FixtureHead
  entries: FixtureEntry[]
  note: string | undefined
}

/** Reads a fixture. Throws an error that says which line is wrong. A last line that is cut is left out. */
export function readFixture(path: string): Fixture {
  const lines = readTextFile(path, 'fixture').split('\n')
  const isCut = lines.pop() !== ''
  const [first, ...rest] = lines
  const head: FixtureHead | undefined = first === undefined ? undefined : parse(first)
  if (typeof head?.rivulet_fixture !== 'number')
    throw new WrongUsage(`${path} is no fixture: its first line is not that of \`rivulet record\`, which makes them.`)
  if (head.rivulet_fixture > fixtureVersion)
    throw new WrongUsage(
      `${path} has version ${head.rivulet_fixture}, and this rivulet reads version ${fixtureVersion}: use a newer rivulet.`,
    )
  const entries = rest.map((line, i) => {
    const entry: FixtureEntry | undefined = parse(line)
    if (entry && isEntry(entry)) return entry
    throw new WrongUsage(`${path}:${i + 2} is no entry of a fixture. Delete the line, or record anew.`)
  })
  const note = isCut
    ? 'The last line of the fixture is cut, and left out: the recording was not ended properly.'
    : undefined
  return { head, entries: entries.toSorted((a, b) => a.n - b.n), note }
}

function isEntry(entry: FixtureEntry): boolean {
  if (typeof entry.n !== 'number') return false
  if (entry.kind === 'call')
    return typeof entry.method === 'string' && typeof entry.args === 'object' && entry.args !== null
  return entry.kind === 'socket' || entry.kind === 'passed'
}

function parse<T>(line: string): T | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
