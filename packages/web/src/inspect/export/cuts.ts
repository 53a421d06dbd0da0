import { toPlainJson } from './literals.ts'

/** The journal keeps as many characters of a text, and `…` for the rest. */
const keptCharacters = 2000

/** Whether the journal has cut this text. */
export function isCut(text: string): boolean {
  return text.length === keptCharacters + 1 && text.endsWith('…')
}

/** What an export of these arguments lacks, in sentences. */
export function missingFrom(args: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const texts = [...textsIn(value)]
    const quoted = toPlainJson(name)
    return [
      ...(texts.some(isCut) ? [`Not complete: the journal has cut ${quoted} after 2,000 characters.`] : []),
      ...(texts.some(isMasked) ? [`Not complete: the journal has masked a secret in ${quoted}.`] : []),
    ]
  })
}

function isMasked(text: string): boolean {
  return /\[(?:token|secret|withheld)\]/.test(text)
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsIn(inner)
}
