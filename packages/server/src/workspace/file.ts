import { DocumentError, placed, readWhole } from '#documents/documentError'
import { mistakesOf } from '#documents/mistakes'
import { declaration, type WorkspaceFile } from './declaration.ts'
import { duplicates } from './duplicates.ts'
import { danglingIds } from './references.ts'

export interface ParseOptions {
  /** The methods of the Web API; without them any name of a method is taken. */
  methods?: readonly string[] | undefined
  /** Reads a file that is named relative to the workspace file. */
  readBeside?: ((path: string) => string) | undefined
}

/** Reads a workspace file, YAML or JSON. Throws `DocumentError` with everything that is wrong in it. */
export function parseWorkspace(text: string, filename: string, options: ParseOptions = {}): WorkspaceFile {
  const source = readWhole(text, filename)
  const shape = declaration(options.methods, (path) => readManifest(path, options.readBeside))
  const checked = shape.safeParse(source.value)
  const mistakes = checked.success
    ? [...duplicates(checked.data), ...danglingIds(checked.data)]
    : mistakesOf(checked.error.issues, source.value)
  if (!checked.success || mistakes.length > 0) throw new DocumentError(placed(mistakes, source, filename))
  return checked.data
}

function readManifest(path: string, readBeside: ParseOptions['readBeside']): unknown {
  if (!readBeside) throw new Error('no file can be read from here, put the manifest itself here')
  return readWhole(readBeside(path), path).value
}
