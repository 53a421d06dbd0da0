import { isBuiltin } from 'node:module'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Copies compiled files from one folder to another: `entries`, and what they import, directly or not. Returns the names of
 * the packages of npm that they import.
 */
export function copyReached(from: string, to: string, entries: readonly string[]): Set<string> {
  const packages = new Set<string>()
  const reached = new Set(entries)
  for (const file of reached) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    if (!/\.[jt]s$/.test(file)) {
      copyFileSync(join(from, file), join(to, file))
      continue
    }
    const text = readFileSync(join(from, file), 'utf8')
    for (const specifier of findSpecifiers(text)) {
      const path = pathOf(file, specifier)
      if (path !== undefined) reached.add(path)
      else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier))
    }
    // Declarations still name the sources.
    writeFileSync(join(to, file), text.replace(/(["']\.[^"'\n]*)\.ts(["'])/g, '$1.js$2'))
  }
  return packages
}

/** The name of the package of `@a/b/c` or `b/c`. */
export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function findSpecifiers(text: string): string[] {
  const code = text.replace(/\/\*[^]*?\*\//g, '')
  return [...code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*["']([\w@#./-]+)["']/g)].map(
    ([, specifier = '']) => specifier,
  )
}

/** The file that a specifier means in a compiled package; undefined for a package of npm or Node. */
function pathOf(file: string, specifier: string): string | undefined {
  const ending = file.endsWith('.d.ts') ? '.d.ts' : '.js'
  if (specifier.startsWith('#')) return `${specifier.slice(1)}${ending}`
  if (!specifier.startsWith('.')) return undefined
  return join(dirname(file), specifier).replace(/\.[jt]s$/, ending)
}

/** The packages of npm that a built script may require. Some stand only in code that it would write. */
export function findRequired(script: string): string[] {
  const code = readFileSync(script, 'utf8')
  const required = [...code.matchAll(/\b(?:require|import)\("([^"./#][^"]*)"\)/g)].map(
    ([, specifier = '']) => specifier,
  )
  return required.filter((specifier) => !isBuiltin(specifier)).map(packageOf)
}
