import type { Choice, CompletionTable } from './table.ts'

/** The table as functions of fish. Each prints lines of a word, a tab, and what it is. */
export function fishFunctions({ contexts, values, argumentValues }: CompletionTable): string {
  const called = contexts.filter(({ path }) => path.startsWith('call '))
  const plain = contexts.filter(({ path }) => !path.startsWith('call '))
  return [
    test(
      '__rivulet_knows',
      contexts.map(({ path }) => path),
    ),
    lists(
      '__rivulet_words',
      contexts.map(({ path, words }) => [[path], words]),
    ),
    lists('__rivulet_flags', [
      ...plain.map(({ path, flags }): Case => [[path], flags]),
      [called.map(({ path }) => path), called[0]?.flags ?? []],
    ]),
    test('__rivulet_takes', [...values.keys()]),
    lists(
      '__rivulet_values',
      [...values].map(([flag, choices]) => [[flag], choices]),
    ),
    lists(
      '__rivulet_argument_values',
      [...argumentValues].map(([name, choices]) => [[name], choices.map((choice): Choice => [choice, ''])]),
    ),
  ].join('\n')
}

type Case = [patterns: string[], choices: Choice[]]

function test(name: string, words: readonly string[]): string {
  return `function ${name}\n  contains -- $argv[1] ${words.map(quote).join(' ')}\nend`
}

function lists(name: string, cases: readonly Case[]): string {
  const lines = cases
    .filter(([patterns, choices]) => patterns.length > 0 && choices.length > 0)
    .flatMap(([patterns, choices]) => [
      `    case ${patterns.map(quote).join(' ')}`,
      `      printf '%s\\n' ${choices.map(toWord).join(' ')}`,
    ])
  return [`function ${name}`, '  switch "$argv[1]"', ...lines, '  end', 'end'].join('\n')
}

function toWord([word, about]: Choice): string {
  return quote(about === '' ? word : `${word}\t${about}`)
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
