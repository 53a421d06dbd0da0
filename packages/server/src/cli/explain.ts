import { nearest } from '#documents/didYouMean'
import { errorCatalogue, type Meaning } from './errorCatalogue.ts'

const width = 80

/** Prints what is known of an error word. Answers the exit code. */
export function explain(word: string): number {
  const catalogue = errorCatalogue()
  const meanings = catalogue.get(word.trim().toLowerCase())
  if (meanings) {
    process.stdout.write(`${explanationOf(word.trim().toLowerCase(), meanings)}\n`)
    return 0
  }
  const near = nearest(word, catalogue.keys(), 3)
  process.stderr.write(`There is no error ${JSON.stringify(word)}. Near to it are: ${near.join(', ')}.\n`)
  return 2
}

function explanationOf(word: string, meanings: readonly Meaning[]): string {
  const parts = meanings.map(({ wrong, cause, remedy, methods }) =>
    [
      wrapped(wrong, '  '),
      '',
      ...(cause ? [labelled('Why', cause)] : []),
      ...(remedy ? [labelled('What to do', remedy)] : []),
      labelled('Answered by', methods === 'all' ? 'every method' : methods.join(', ')),
    ].join('\n'),
  )
  return [word, parts.join('\n\n')].join('\n')
}

function labelled(label: string, text: string): string {
  return wrapped(text, ' '.repeat(15)).replace(' '.repeat(15), `  ${label}`.padEnd(15))
}

/** Text in lines of the terminal's usual width. */
function wrapped(text: string, indent: string): string {
  const lines = [indent]
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length >= width && line !== indent) lines.push(indent + word)
    else lines[lines.length - 1] = line === indent ? indent + word : `${line} ${word}`
  }
  return lines.join('\n')
}
