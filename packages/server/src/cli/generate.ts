import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { controlRoutes } from '#http/development/control'
import { methods } from '#methods/index'
import { workspaceJsonSchema } from '#workspace/declaration'
import { commandLinePage } from './generate/commandLinePage.ts'
import { configurationPage } from './generate/configurationPage.ts'
import { controlOpenApi } from './generate/controlOpenApi.ts'
import { errorsPage } from './generate/errorsPage.ts'
import { eventsPage } from './generate/eventsPage.ts'
import { hintsPage } from './generate/hintsPage.ts'
import { methodPage, methodsPage } from './generate/methodPage.ts'
import { methodPath } from './generate/methodPath.ts'
import { openApi } from './generate/openApi.ts'
import { profilesPage } from './generate/profilesPage.ts'
import { sqliteSchemaModule } from '#server/sqliteSchema'

/** Writes the files that are generated from declarations, or only checks them. Returns the exit code. */
export async function generate(
  check: boolean,
  { root = repositoryRoot(), json = false }: { root?: string; json?: boolean } = {},
): Promise<number> {
  const files = await generatedFiles()
  const stale = [...files].filter(([path, text]) => textOf(join(root, path)) !== text).map(([path]) => path)
  const obsolete = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('docs', name))
    .filter((path) => path.startsWith(join(pages, '/')) && path.endsWith('.md') && !files.has(path))
  if (check) return reportStale(stale, obsolete, json)

  for (const path of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), files.get(path) ?? '')
  }
  for (const path of obsolete) rmSync(join(root, path))
  process.stdout.write(
    json
      ? `${JSON.stringify({ files: files.size, written: stale, removed: obsolete })}\n`
      : `${files.size} files, ${stale.length} written, ${obsolete.length} removed.\n`,
  )
  return 0
}

const pages = join('docs', 'api')

/** Every generated file: its content by its path. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const all = [...methods.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return new Map([
    [join('docs', 'workspace.schema.json'), `${JSON.stringify(workspaceJsonSchema([...methods.keys()]), null, 2)}\n`],
    [join('docs', 'command-line.md'), commandLinePage()],
    [join('docs', 'configuration.md'), configurationPage()],
    [join('docs', 'errors.md'), errorsPage()],
    [join('docs', 'events.md'), eventsPage(readSamples())],
    [join('docs', 'hints.md'), hintsPage()],
    [join('docs', 'profiles.md'), profilesPage()],
    [join('packages', 'server', 'openapi.json'), `${JSON.stringify(openApi(all), null, 2)}\n`],
    [join('packages', 'server', 'control-openapi.json'), `${JSON.stringify(controlOpenApi(controlRoutes), null, 2)}\n`],
    [join('packages', 'server', 'src', 'store', 'migrations', 'sqliteSchema.generated.ts'), await sqliteSchemaModule()],
    [join(pages, 'README.md'), methodsPage(all)],
    ...all.map((method): [string, string] => [join(pages, methodPath(method.name)), methodPage(method)]),
  ])
}

/** A sample of each event, as samples.test.ts records it. */
function readSamples(): Record<string, unknown> {
  const text = textOf(join(repositoryRoot(), 'docs', 'events.samples.json'))
  return text === undefined ? {} : JSON.parse(text)
}

function reportStale(stale: string[], obsolete: string[], json: boolean): number {
  if (json) process.stdout.write(`${JSON.stringify({ ok: stale.length + obsolete.length === 0, stale, obsolete })}\n`)
  for (const path of stale) process.stderr.write(`${path} is stale.\n`)
  for (const path of obsolete) process.stderr.write(`${path} is obsolete: nothing generates it any more.\n`)
  if (stale.length + obsolete.length === 0) return 0
  process.stderr.write('Run `npm run generate`.\n')
  return 1
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** The root of the repository. This code is somewhere below it, as a source or as a build. */
function repositoryRoot(): string {
  let directory = import.meta.dirname
  while (!existsSync(join(directory, 'docs')) || !existsSync(join(directory, 'packages'))) {
    if (dirname(directory) === directory)
      throw new Error('This is not a checkout of the repository, so there is nothing to generate.')
    directory = dirname(directory)
  }
  return directory
}
