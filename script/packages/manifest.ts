import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Names = Record<string, string>

/** A package.json of the repository, as far as packing reads it. */
export interface Manifest {
  name: string
  version: string
  description: string
  license: string
  keywords?: string[]
  engines: Names
  exports: Names
  dependencies?: Names
  peerDependencies?: Names
  peerDependenciesMeta?: Record<string, object>
  publishConfig: object
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** What a published package.json says of where it comes from: as much of it as the repository says of itself. */
export function readProvenance(root: string, commit: string | undefined): object {
  const { author, homepage, repository, bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // Without a value, a key is left out of the JSON.
  return { author, homepage, repository, bugs, gitHead: commit }
}

/** What the package on npm needs of npm: what its files import. `all` are the public packages, which are released together. */
export function dependenciesOf(manifest: Manifest, imported: ReadonlySet<string>, all: readonly Manifest[]): Names {
  const optional = Object.keys(manifest.peerDependencies ?? {})
  const dependencies: Names = {}
  for (const name of [...imported].toSorted()) {
    if (name === manifest.name || optional.includes(name)) continue
    const range = all.find((one) => one.name === name)?.version ?? manifest.dependencies?.[name]
    if (range === undefined) throw new Error(`${manifest.name} imports ${name}, which its dependencies do not name.`)
    dependencies[name] = range
  }
  return dependencies
}
