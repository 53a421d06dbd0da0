import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
// This does not use dependency-cruiser: with TypeScript 7 that silently reads nothing unless a second compiler (swc) is
// installed, and even then it misses `import('x').T`. oxc-parser is installed anyway, as a dependency of knip.
import { parseSync, Visitor } from 'oxc-parser'

/** One import, `export … from` and `import('…')` included. */
export interface Import {
  from: string
  line: number
  specifier: string
  /** Whether it is a type import, which does not exist at run time. */
  isType: boolean
  /** The path of a file in this repository; undefined for a package of npm or Node. */
  to: string | undefined
  /** Whether it means a file in this repository that does not exist. */
  isLost: boolean
}

/** Lists every source file below `root`, by its relative path. */
export function listSources(root: string): string[] {
  const isSkipped = (name: string) => /(^|\/)(node_modules|dist|fixtures|\..+)$/.test(name)
  return globSync('**/*.{ts,tsx,mjs,css,c,h}', { cwd: root, exclude: isSkipped })
    .filter((path) => !path.includes('.generated.'))
    .toSorted()
}

export function readImports(root: string, sources = listSources(root)): Import[] {
  const packages = readPackages(root)
  return sources
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .flatMap((from) => {
      const text = readFileSync(join(root, from), 'utf8')
      return findImports(from, text).map(({ specifier, start, isType }) => {
        const to = resolve(packages, from, specifier)
        const isLost = to !== undefined && !existsSync(join(root, to))
        return { from, line: text.slice(0, start).split('\n').length, specifier, isType, to, isLost }
      })
    })
}

type Found = Pick<Import, 'specifier' | 'isType'> & { start: number }

function findImports(path: string, text: string): Found[] {
  const parsed = parseSync(path, text)
  if (parsed.errors.length > 0) throw new Error(`${path} cannot be parsed: ${parsed.errors[0]?.message}`)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const statements = [
    ...staticImports.map(({ start, moduleRequest }) => ({ start, specifier: moduleRequest.value })),
    ...staticExports.flatMap(({ start, entries: [first] }) =>
      first?.moduleRequest ? [{ start, specifier: first.moduleRequest.value }] : [],
    ),
  ]
  const found: Found[] = statements.map(({ start, specifier }) => ({
    start,
    specifier,
    // `import { type A }` still loads the file.
    isType: /^(import|export)\s+type\b/.test(text.slice(start, start + 20)),
  }))
  for (const { start, moduleRequest } of dynamicImports) {
    const [, specifier] = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? []
    if (specifier !== undefined) found.push({ specifier, start, isType: false })
  }
  // Only `import('x').T` needs the syntax tree, which is slow to create.
  if (/\bimport\(/.test(text)) {
    new Visitor({
      TSImportType: ({ source, start }) => void found.push({ specifier: source.value, start, isType: true }),
    }).visit(parsed.program)
  }
  return found
}

interface Package {
  folder: string
  name: string
  imports?: Record<string, string>
  exports?: Record<string, string>
}

function readPackages(root: string): Package[] {
  const files = globSync('{*,packages/*}/package.json', { cwd: root, exclude: (name) => name.endsWith('node_modules') })
  return files.map((file) => ({ ...JSON.parse(readFileSync(join(root, file), 'utf8')), folder: dirname(file) }))
}

/** Returns the file that a specifier means, even if it does not exist; undefined if it is not in this repository. */
function resolve(packages: Package[], from: string, specifier: string): string | undefined {
  const [name = ''] = specifier.split('?')
  if (name.startsWith('.')) return join(dirname(from), name)
  if (name.startsWith('#')) {
    const own = packages.find(({ folder }) => from.startsWith(`${folder}/`))
    return join(own?.folder ?? '', findTarget(own?.imports, name))
  }
  const named = packages.find((one) => name === one.name || name.startsWith(`${one.name}/`))
  return named && join(named.folder, findTarget(named.exports, `.${name.slice(named.name.length)}`))
}

/** Looks up a name in `imports` or `exports` of a package.json. As in Node, the longest pattern wins. */
function findTarget(names: Record<string, string> = {}, name: string): string {
  for (const pattern of Object.keys(names).toSorted((a, b) => b.length - a.length)) {
    const [start = '', end] = pattern.split('*')
    if (end === undefined ? name !== pattern : !name.startsWith(start) || !name.endsWith(end)) continue
    return names[pattern]?.replace('*', name.slice(start.length, name.length - (end ?? '').length)) ?? name
  }
  return name
}
