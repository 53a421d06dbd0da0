import { DocumentError, formatProblems, parseSource } from '#documents/documentError'
import { findMisspeltKeys } from '#documents/manifestFile'
import { type Problem, toProblems } from '#documents/problems'
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
  const shape = workspaceSchema(options.methods, (path) => readManifest(path, options.readFile, manifestFiles))
  const checked = shape.safeParse(source.value)
  const problems = checked.success
    ? [...findDuplicates(checked.data), ...findDanglingIds(checked.data), ...findInvalidDirectMessages(checked.data)]
    : toProblems(checked.error.issues, source.value)
  if (!checked.success || problems.length > 0) throw new DocumentError(formatProblems(problems, source, filename))
  const warnings = [
    ...formatProblems(findMisspeltManifestKeys(source.value), source, filename),
    ...[...manifestFiles].flatMap(([path, manifest]) =>
      formatProblems(findMisspeltKeys(manifest.value), manifest, path),
    ),
  ]
  for (const warning of warnings) options.onWarning?.(warning)
  return { ...checked.data, written: source.value }
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
