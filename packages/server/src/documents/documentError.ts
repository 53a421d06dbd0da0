import { shownPath, type Mistake } from './problems.ts'
import { type Position, readSource, type Source } from './positions.ts'

/** Everything that is wrong with a file, each mistake with its place. */
export class DocumentError extends Error {
  /** Each `file:line:column: what is wrong`, in the order of the file. */
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.name = 'DocumentError'
    this.mistakes = mistakes
  }
}

/** Reads YAML or JSON; throws `DocumentError` where it is neither. */
export function readWhole(text: string, filename: string): Source {
  const source = readSource(text)
  if (!Array.isArray(source)) return source
  throw new DocumentError(source.map(({ position, message }) => line(filename, position, message)))
}

/** Each mistake as a line, in the order of the file. */
export function placed(mistakes: readonly Mistake[], source: Source, filename: string): string[] {
  return mistakes
    .map(({ path, message, ofKey }) => {
      const subject = path.length === 0 ? 'the file' : shownPath(path)
      return { position: source.position(path, ofKey), message: `${subject} ${message}` }
    })
    .sort((a, b) => a.position.line - b.position.line || a.position.column - b.position.column)
    .map(({ position, message }) => line(filename, position, message))
}

function line(filename: string, position: Position, message: string): string {
  return `${filename}:${position.line}:${position.column}: ${message}`
}
