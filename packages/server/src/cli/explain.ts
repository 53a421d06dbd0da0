import { nearest } from '#documents/didYouMean'
import type { HintDeclaration } from '#http/development/hints/hintDeclaration'
import { hintTable } from '#http/development/hints/table'
import { errorCatalogue, type Meaning } from './errorCatalogue.ts'
import { printFailure } from '#cli/terminal/printFailure'
import { writeOutput } from '#cli/terminal/output'

const width = 80

const hints: ReadonlyMap<string, HintDeclaration> = new Map(Object.entries(hintTable))

/** Prints what an error code or the code of a hint means. Returns the exit code. */
export async function explain(given: string, json: boolean): Promise<number> {
  const catalogue = errorCatalogue()
  const code = given.trim().toLowerCase()
  const [meanings, hint] = [catalogue.get(code), hints.get(code)]
  if (meanings || hint) {
    const parts = [
      ...(meanings ? [explanationOf(code, meanings)] : []),
      ...(hint ? [explanationOfHint(code, hint)] : []),
    ]
    const told = { ...(meanings ? { error: code, meanings } : {}), ...(hint ? { hint: code, meaning: hint } : {}) }
    await writeOutput(json ? `${JSON.stringify(told, undefined, 2)}\n` : `${parts.join('\n\n')}\n`)
    return 0
  }
  const near = nearest(code, [...catalogue.keys(), ...hints.keys()], 3)
  const message = `There is no error or hint ${JSON.stringify(given)}. Similar ones: ${near.join(', ')}.`
  printFailure(2, message)
  process.stderr.write(`${message}\n`)
  return 2
}

function explanationOfHint(code: string, { there, remedy, source }: HintDeclaration): string {
  const lines = [labelled('There', there), labelled('What to do', remedy), labelled('Source', source)]
  return [
    code,
    wrapText('A hint: it works here, and not or otherwise on the public service.', '  '),
    '',
    ...lines,
  ].join('\n')
}

function explanationOf(code: string, meanings: readonly Meaning[]): string {
  const parts = meanings.map(({ wrong, cause, remedy, methods }) =>
    [
      wrapText(wrong, '  '),
      '',
      ...(cause ? [labelled('Why', cause)] : []),
      ...(remedy ? [labelled('What to do', remedy)] : []),
      labelled('Answered by', methods === 'all' ? 'every method' : methods.join(', ')),
    ].join('\n'),
  )
  return [code, parts.join('\n\n')].join('\n')
}

function labelled(label: string, text: string): string {
  return wrapText(text, ' '.repeat(15)).replace(' '.repeat(15), `  ${label}`.padEnd(15))
}

/** Breaks a text into lines that fit a terminal. */
function wrapText(text: string, indent: string): string {
  const lines = [indent]
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length >= width && line !== indent) lines.push(indent + word)
    else lines[lines.length - 1] = line === indent ? indent + word : `${line} ${word}`
  }
  return lines.join('\n')
}
