import { declaration, type WorkspaceFile } from './declaration.ts'
import { duplicates } from './duplicates.ts'
import { mistakesOf, shownPath, type Mistake } from './mistakes.ts'
import { readSource, type Path, type Position, type Source } from './positions.ts'
import { danglingIds } from './references.ts'

export interface ParseOptions {
  /** The methods of the Web API; without them any name of a method is taken. */
  methods?: readonly string[] | undefined
  /** Reads a file that is named relative to the workspace file. */
  readBeside?: ((path: string) => string) | undefined
}

export class WorkspaceFileError extends Error {
  /** Each `file:line:column: what is wrong`, in the order of the file. */
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.name = 'WorkspaceFileError'
    this.mistakes = mistakes
  }
}

/** Reads a workspace file, YAML or JSON. Throws `WorkspaceFileError` with everything that is wrong in it. */
export function parseWorkspace(text: string, filename: string, options: ParseOptions = {}): WorkspaceFile {
  const source = readWhole(text, filename)
  const shape = declaration(options.methods, (path) => readManifest(path, options.readBeside))
  const checked = shape.safeParse(source.value)
  const mistakes = checked.success
    ? [...duplicates(checked.data), ...danglingIds(checked.data)]
    : mistakesOf(checked.error.issues, source.value)
  if (!checked.success || mistakes.length > 0) throw new WorkspaceFileError(placed(mistakes, source, filename))
  return checked.data
}

function readWhole(text: string, filename: string): Source {
  const source = readSource(text)
  if (!Array.isArray(source)) return source
  throw new WorkspaceFileError(source.map(({ position, message }) => line(filename, position, message)))
}

function readManifest(path: string, readBeside: ParseOptions['readBeside']): unknown {
  if (!readBeside) throw new Error('no file can be read from here, put the manifest itself here')
  return readWhole(readBeside(path), path).value
}

function placed(mistakes: Mistake[], source: Source, filename: string): string[] {
  return mistakes
    .map(({ path, message, ofKey }) => ({ position: source.position(path, ofKey), message: sentence(path, message) }))
    .sort((a, b) => a.position.line - b.position.line || a.position.column - b.position.column)
    .map(({ position, message }) => line(filename, position, message))
}

function sentence(path: Path, message: string): string {
  return `${path.length === 0 ? 'the file' : shownPath(path)} ${message}`
}

function line(filename: string, position: Position, message: string): string {
  return `${filename}:${position.line}:${position.column}: ${message}`
}
