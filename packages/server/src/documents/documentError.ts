import { formatPath, type Problem } from './problems.ts'
import { type Position, readSource, type Source } from './positions.ts'

/** Every problem in a file, each with its position. */
export class DocumentError extends Error {
  /** Each as `file:line:column: message`, in the order of the file. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'DocumentError'
    this.problems = problems
  }
}

/** Reads YAML or JSON. Throws a `DocumentError` if the text is neither. */
export function parseSource(text: string, filename: string): Source {
  const source = readSource(text)
  if (!Array.isArray(source)) return source
  throw new DocumentError(source.map(({ position, message }) => formatLine(filename, position, message)))
}

/** Each problem as one line, in the order of the file. */
export function formatProblems(problems: readonly Problem[], source: Source, filename: string): string[] {
  return problems
    .map(({ path, message, ofKey }) => {
      const subject = path.length === 0 ? 'the file' : formatPath(path)
      return { position: source.position(path, ofKey), message: `${subject} ${message}` }
    })
    .sort((a, b) => a.position.line - b.position.line || a.position.column - b.position.column)
    .map(({ position, message }) => formatLine(filename, position, message))
}

function formatLine(filename: string, position: Position, message: string): string {
  return `${filename}:${position.line}:${position.column}: ${message}`
}
