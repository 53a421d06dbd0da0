import { DocumentError, placed, readWhole } from '#documents/documentError'
import { misspelt } from '#documents/manifestFile'
import { type Mistake, mistakesOf } from '#documents/problems'
import type { Source } from '#documents/positions'
import { declaration, type WorkspaceFile } from './declaration.ts'
import { strangeDirects } from './directMessages.ts'
import { duplicates } from './duplicates.ts'
import { danglingIds } from './references.ts'

export interface ParseOptions {
  /** The methods of the Web API; without them any name of a method is taken. */
  methods?: readonly string[] | undefined
  /** Reads a file that is named relative to the workspace file. */
  readBeside?: ((path: string) => string) | undefined
  /** Hears of what is surely a mistake and does no harm, each with its place: keys of manifests that nothing reads. */
  onWarning?: ((warning: string) => void) | undefined
}

/** Reads a workspace file, YAML or JSON. Throws `DocumentError` with everything that is wrong in it. */
export function parseWorkspace(text: string, filename: string, options: ParseOptions = {}): WorkspaceFile {
  const source = readWhole(text, filename)
  const beside = new Map<string, Source>()
  const shape = declaration(options.methods, (path) => readManifest(path, options.readBeside, beside))
  const checked = shape.safeParse(source.value)
  const mistakes = checked.success
    ? [...duplicates(checked.data), ...danglingIds(checked.data), ...strangeDirects(checked.data)]
    : mistakesOf(checked.error.issues, source.value)
  if (!checked.success || mistakes.length > 0) throw new DocumentError(placed(mistakes, source, filename))
  const warnings = [
    ...placed(strangeKeys(source.value), source, filename),
    ...[...beside].flatMap(([path, manifest]) => placed(misspelt(manifest.value), manifest, path)),
  ]
  for (const warning of warnings) options.onWarning?.(warning)
  return checked.data
}

function readManifest(path: string, readBeside: ParseOptions['readBeside'], read: Map<string, Source>): unknown {
  if (!readBeside) throw new Error('no file can be read from here, put the manifest itself here')
  const source = readWhole(readBeside(path), path)
  read.set(path, source)
  return source.value
}

/** Of the manifests that stand in the file itself. */
function strangeKeys(file: unknown): Mistake[] {
  const apps: unknown = Reflect.get(Object(file), 'apps')
  if (!Array.isArray(apps)) return []
  return apps.flatMap((app, i) =>
    misspelt(Reflect.get(Object(app), 'manifest')).map((mistake) => ({
      ...mistake,
      path: ['apps', i, 'manifest', ...mistake.path],
    })),
  )
}
