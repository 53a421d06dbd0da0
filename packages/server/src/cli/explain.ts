import { nearest } from '#documents/didYouMean'
import { errorCatalogue, type Meaning } from './errorCatalogue.ts'
import { printFailure } from '#cli/terminal/printFailure'
import { writeOutput } from '#cli/terminal/output'

const width = 80

/** Prints what an error code means. Returns the exit code. */
export async function explain(given: string, json: boolean): Promise<number> {
  const catalogue = errorCatalogue()
  const code = given.trim().toLowerCase()
  const meanings = catalogue.get(code)
  if (meanings) {
    await writeOutput(
      json ? `${JSON.stringify({ error: code, meanings }, undefined, 2)}\n` : `${explanationOf(code, meanings)}\n`,
    )
    return 0
  }
  const near = nearest(code, catalogue.keys(), 3)
  const message = `There is no error ${JSON.stringify(given)}. Similar ones: ${near.join(', ')}.`
  printFailure(2, message)
  process.stderr.write(`${message}\n`)
  return 2
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
