import type { Choice, CompletionTable } from './table.ts'

/** The table as functions of a shell that reads `case`: bash and zsh. Each prints lines of a word, a tab, and what it is. */
export function tableFunctions({ contexts, values, argumentValues }: CompletionTable): string {
  const called = contexts.filter(({ path }) => path.startsWith('call '))
  const plain = contexts.filter(({ path }) => !path.startsWith('call '))
  return [
    '# Whether these words lead to a command or a method.',
    `_rivulet_knows() { case $1 in ${contexts.map(({ path }) => quote(path)).join('|')}) return 0 ;; esac; return 1; }`,
    '# What may follow them.',
    caseFunction(
      '_rivulet_words',
      contexts.map(({ path, words }) => [[path], words]),
    ),
    caseFunction('_rivulet_flags', [
      ...plain.map(({ path, flags }): Case => [[path], flags]),
      [called.map(({ path }) => path), called[0]?.flags ?? []],
    ]),
    '# Whether a flag takes a value, and which.',
    `_rivulet_takes() { case $1 in ${[...values.keys()].join('|')}) return 0 ;; esac; return 1; }`,
    caseFunction(
      '_rivulet_values',
      [...values].map(([flag, choices]) => [[flag], choices]),
    ),
    '# The values of an argument of a method.',
    caseFunction(
      '_rivulet_argument_values',
      [...argumentValues].map(([name, choices]) => [[name], choices.map((choice): Choice => [choice, ''])]),
    ),
  ].join('\n')
}

type Case = [patterns: string[], choices: Choice[]]

function caseFunction(name: string, cases: readonly Case[]): string {
  const lines = cases
    .filter(([patterns, choices]) => patterns.length > 0 && choices.length > 0)
    .map(([patterns, choices]) => {
      const printed = choices.map(([word, about]) => quote(`${word}\t${about}`)).join(' ')
      return `  ${patterns.map(quote).join('|')}) printf '%s\\n' ${printed} ;;`
    })
  return [`${name}() { case $1 in`, ...lines, 'esac; }'].join('\n')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
