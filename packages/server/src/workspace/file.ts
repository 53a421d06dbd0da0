import { DocumentError, formatProblems, parseSource } from '#documents/documentError'
import { findMisspeltKeys } from '#documents/manifestFile'
import { formatPath, type Problem, toProblems } from '#documents/problems'
import type { Source } from '#documents/positions'
import { workspaceSchema, type WorkspaceFile } from './declaration.ts'
import { findInvalidDirectMessages } from './directMessages.ts'
import { findDuplicates } from './duplicates.ts'
import { findDanglingIds } from './references.ts'

export interface ParseOptions {
  /** The methods of the Web API. Without them, any method name is valid. */
  methods?: readonly string[] | undefined
  /** Reads a file by its path relative to the workspace file. */
  readFile?: ((path: string) => string) | undefined
  /** Called with each harmless problem and its position: misspelt keys of manifests, which nothing reads. */
  onWarning?: ((warning: string) => void) | undefined
}

/** Reads a workspace file, YAML or JSON. Throws a `DocumentError` with every problem in it. */
export function parseWorkspace(text: string, filename: string, options: ParseOptions = {}): WorkspaceFile {
  const source = parseSource(text, filename)
  const manifestFiles = new Map<string, Source>()
  const checked = check(source.value, options, manifestFiles)
  if (!('data' in checked)) throw new DocumentError(formatProblems(checked.problems, source, filename))
  const warnings = [
    ...formatProblems(findMisspeltManifestKeys(source.value), source, filename),
    ...[...manifestFiles].flatMap(([path, manifest]) =>
      formatProblems(findMisspeltKeys(manifest.value), manifest, path),
    ),
  ]
  for (const warning of warnings) options.onWarning?.(warning)
  return { ...checked.data, written: source.value }
}

/** Checks what a workspace file says, as a value. Throws a `DocumentError` with every problem in it. */
export function checkWorkspace(value: unknown, options: ParseOptions = {}): WorkspaceFile {
  const checked = check(value, options, new Map())
  if ('data' in checked) return { ...checked.data, written: value }
  const words = checked.problems.map(({ path, message }) => `${formatPath(path) || 'The workspace'} ${message}`)
  throw new DocumentError(words)
}

function check(
  value: unknown,
  { methods, readFile }: ParseOptions,
  manifestFiles: Map<string, Source>,
): { data: WorkspaceFile } | { problems: Problem[] } {
  const shape = workspaceSchema(methods, (path) => readManifest(path, readFile, manifestFiles))
  const checked = shape.safeParse(value)
  if (!checked.success) return { problems: toProblems(checked.error.issues, value) }
  const { data } = checked
  const problems = [...findDuplicates(data), ...findDanglingIds(data), ...findInvalidDirectMessages(data)]
  return problems.length > 0 ? { problems } : { data }
}

function readManifest(path: string, readFile: ParseOptions['readFile'], read: Map<string, Source>): unknown {
  if (!readFile) throw new Error('files cannot be read here; write the manifest itself in its place')
  const source = parseSource(readFile(path), path)
  read.set(path, source)
  return source.value
}

/** Finds misspelt keys in the manifests that are part of the file itself. */
function findMisspeltManifestKeys(file: unknown): Problem[] {
  const apps: unknown = Reflect.get(Object(file), 'apps')
  if (!Array.isArray(apps)) return []
  return apps.flatMap((app, i) =>
    findMisspeltKeys(Reflect.get(Object(app), 'manifest')).map((problem) => ({
      ...problem,
      path: ['apps', i, 'manifest', ...problem.path],
    })),
  )
}
