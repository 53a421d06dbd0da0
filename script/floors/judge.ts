import type { Import } from './imports.ts'
import { type Floor, placesOf } from './table.ts'

/** What is wrong with these imports, one line each, with what to do instead. */
export function judgeImports(floors: Floor[], imports: Import[]): string[] {
  const browserFiles = listBrowserFiles(imports)
  return imports.flatMap((one) => {
    const fault = faultOf(floors, one, browserFiles)
    return fault === undefined ? [] : [`${one.from}:${one.line} imports '${one.specifier}': ${fault}`]
  })
}

function faultOf(floors: Floor[], one: Import, browserFiles: Set<string>): string | undefined {
  const { from, specifier, to, isType } = one
  if (specifier.startsWith('../')) return 'name a file of another folder by #.'
  if (one.isLost) return 'there is no such file, or its package does not export it.'
  if (isTest(from)) return undefined
  if (to !== undefined && isTest(to)) return 'only tests may use it.'
  const floor = findFloor(floors, from)
  if (floor === undefined) return undefined
  const below = to === undefined ? undefined : findFloor(floors, to)
  if (browserFiles.has(from) && !isType && below !== floor && below?.name !== 'blocks')
    return 'the web client loads this file too, so it may only import types from other floors and packages.'
  if (to === undefined && !isForbidden(floor, specifier)) return undefined
  if (to === undefined) return `${floor.name} (${floor.is}) does without it.`
  if (below === floor || (below !== undefined && mayImport(floors, floor, below, isType))) return undefined
  return `${floor.name} (${floor.is}) may import ${describeAllowed(floor)}. Move what both need further down, or pass it in.`
}

/** Reports sources that belong to no floor. */
export function judgePlaces(floors: Floor[], sources: string[]): string[] {
  return sources
    .filter((path) => !path.endsWith('.css') && !isTest(path) && findFloor(floors, path) === undefined)
    .map((path) => `${path} belongs to no floor. Add its folder to script/floors/table.ts.`)
}

function mayImport(floors: Floor[], floor: Floor, below: Floor, isType: boolean): boolean {
  if (floor.imports === 'everything below') return floors.indexOf(below) > floors.indexOf(floor)
  return floor.imports.includes(below.name) || (isType && (floor.types ?? []).includes(below.name))
}

function isForbidden({ never = [] }: Floor, specifier: string): boolean {
  return never.some((name) =>
    name.endsWith('*')
      ? specifier.startsWith(name.slice(0, -1))
      : specifier === name || specifier.startsWith(`${name}/`),
  )
}

/** Describes what a floor may import from this repository. */
export function describeAllowed({ imports, types = [] }: Floor): string {
  if (imports === 'everything below') return imports
  return [...imports, ...types.map((name) => `types of ${name}`)].join(', ') || 'nothing of ours'
}

/** Lists the server files in the bundle of the web client. */
function listBrowserFiles(imports: Import[]): Set<string> {
  const files = new Set<string>()
  const addImportsOf = (isImporting: (path: string) => boolean) => {
    for (const { from, to, isType } of imports) {
      if (isType || !isImporting(from) || !to?.startsWith('packages/server/') || files.has(to)) continue
      files.add(to)
      addImportsOf((path) => path === to)
    }
  }
  addImportsOf((path) => path.startsWith('packages/web/src/') && !isTest(path))
  return files
}

/** Returns the floor with the most specific folder or file for a path. */
function findFloor(floors: Floor[], path: string): Floor | undefined {
  const places = floors.flatMap((floor) => placesOf(floor).map((at) => ({ at, floor })))
  const around = places.filter(({ at }) => path === at || path.startsWith(`${at}/`))
  return around.toSorted((a, b) => b.at.length - a.at.length)[0]?.floor
}

function isTest(path: string): boolean {
  return /\.test\.|(?<!^packages)\/testing\/|^compat\/|^packages\/(server|testing)\/test\//.test(path)
}

/** Checks the table itself: a floor may only name floors below it. */
export function judgeTable(floors: Floor[]): string[] {
  return floors.flatMap(({ name, imports, types = [] }, at) =>
    [...(imports === 'everything below' ? [] : imports), ...types]
      .filter((below) => floors.findIndex((floor) => floor.name === below) <= at)
      .map((below) => `script/floors/table.ts: ${below} is not below ${name}.`),
  )
}

/** Guards against a reader that finds too few imports and so no faults. A file has five imports on average. */
export function judgeCount(sources: string[], imports: Import[]): string[] {
  if (sources.length > 500 && imports.length > 3 * sources.length) return []
  return [`Only ${imports.length} imports in ${sources.length} files: were all of them read?`]
}
