import { cpSync, existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { declareInProcess, insideTypes } from './compile.ts'
import { dependenciesOf, type Manifest, readManifest, readProvenance } from './manifest.ts'
import { copyReached, findRequired } from './reach.ts'
import { withoutLinksOutside } from './readme.ts'

/** Where the repository is, what was compiled of it, and the commit that it is at if nothing was changed since. */
export interface Source {
  root: string
  compiled: string
  commit: string | undefined
}

type Exports = Record<string, string | Record<string, string>>

/** Puts the files of each public package into a folder of its own below `to`, as they are published. Returns the folders. */
export function stagePackages(source: Source, to: string): string[] {
  const manifests = ['blocks', 'server', 'testing'].map((name) => readManifest(join(source.root, 'packages', name)))
  const [blocks, server, testing] = manifests
  if (!blocks || !server || !testing) throw new Error('There are three public packages.')
  return [stageCompiled('blocks', blocks), stageServer(server), stageCompiled('testing', testing)]

  /** A package whose modules are published one by one. */
  function stageCompiled(name: string, manifest: Manifest): string {
    const folder = join(to, name)
    const from = join(source.compiled, name, 'src')
    const exports = toCompiledExports(manifest.exports)
    const entries = Object.values(exports)
      .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
      .flatMap((target) => globSync(target.replace('./dist/', ''), { cwd: from }))
    const styles = globSync('**/*.css', { cwd: join(source.root, 'packages', name, 'src') })
    for (const style of styles) cpSync(join(source.root, 'packages', name, 'src', style), join(from, style))
    const imported = copyReached(from, join(folder, 'dist'), [...entries, ...styles])
    writePackage(folder, name, manifest, { imported, exports, imports: { '#*': './dist/*.js' }, files: ['dist'] })
    return folder
  }

  function stageServer(manifest: Manifest): string {
    const { root, compiled } = source
    const folder = join(to, 'server')
    const dist = join(folder, 'dist')
    const client = join(root, 'packages/web/dist')
    const from = join(root, 'packages/server')
    if (!existsSync(join(from, 'dist/main.cjs')) || !existsSync(join(client, 'index.html')))
      throw new Error('The server or the web client is not built: npm run build')
    cpSync(join(from, 'dist'), dist, { recursive: true, filter: isNoDotFile })
    const types = copyReached(join(compiled, 'server/src'), join(folder, 'types'), [`${insideTypes}.d.ts`])
    // Declarations of the kit may name what they use by any export of the server.
    const named = Object.entries(manifest.exports).flatMap(([name, file]) => {
      const types = file.replace('./src/', '').replace(/\.ts$/, '.d.ts')
      return existsSync(join(folder, 'types', types)) ? [[name, { types: `./types/${types}` }]] : []
    })
    writeFileSync(join(folder, 'types/inProcess.d.ts'), declareInProcess(`./${insideTypes}.js`))
    for (const name of ['control-openapi.json', 'openapi.json', 'workspaces'])
      cpSync(join(from, name), join(folder, name), { recursive: true })
    cpSync(join(from, 'npm'), join(folder, 'bin'), { recursive: true })
    cpSync(client, join(folder, 'client'), { recursive: true, filter: isNoDotFile })
    renameSync(join(dist, 'licenses.md'), join(folder, 'licenses.md'))
    const required = findRequired(join(dist, 'main.cjs')).filter((name) => manifest.dependencies?.[name])
    const imported = new Set([...types, ...required])
    writePackage(folder, 'server', manifest, {
      imported,
      bin: { rivulet: 'bin/rivulet.cjs' },
      exports: {
        ...Object.fromEntries(named),
        './inProcess': { types: './types/inProcess.d.ts', default: './bin/inProcess.cjs' },
        './openapi.json': './openapi.json',
        './package.json': './package.json',
      },
      imports: { '#*': './types/*.js' },
      files: ['bin', 'client', 'dist', 'licenses.md', 'control-openapi.json', 'openapi.json', 'types', 'workspaces'],
    })
    return folder
  }

  function writePackage(folder: string, name: string, manifest: Manifest, about: About): void {
    const { root, commit } = source
    const { dependencies: _, exports: __, ...kept } = manifest
    const { imported, ...packed } = about
    const published = {
      ...kept,
      ...readProvenance(root, commit),
      ...packed,
      dependencies: dependenciesOf(manifest, imported, manifests),
    }
    for (const key of ['private', 'scripts', 'devDependencies']) Reflect.deleteProperty(published, key)
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
    const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
    writeFileSync(join(folder, 'README.md'), withoutLinksOutside(readme))
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  }
}

interface About {
  imported: ReadonlySet<string>
  bin?: Record<string, string>
  exports: Exports
  imports: Record<string, string>
  files: string[]
}

/** What `@rivulet/blocks/testing/*` means outside of the repository. The other helpers there are for our tests. */
const publicHelpers = ['anyMarkdown', 'anyRichText', 'anyUtf16', 'filledBlocks', 'injections']

/** Leaves out what only this checkout needs: what was built of which sources, and what the engine has compiled. */
function isNoDotFile(path: string): boolean {
  return !basename(path).startsWith('.')
}

function toCompiledExports(exports: Record<string, string>): Exports {
  const compiled: Exports = {}
  const published = Object.entries(exports).flatMap(([name, target]): [string, string][] =>
    name === './testing/*'
      ? publicHelpers.map((helper) => [name.replace('*', helper), target.replace('*', helper)])
      : [[name, target]],
  )
  for (const [name, target] of published) {
    const file = target.replace('./src/', './dist/')
    compiled[name] = file.endsWith('.ts')
      ? { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') }
      : file
  }
  return { ...compiled, './package.json': './package.json' }
}
