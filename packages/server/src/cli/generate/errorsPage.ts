import { errorCatalogue, type Meaning } from '#cli/errorCatalogue'
import { code, page } from './table.ts'

/** Every error word: what is wrong, why, what to do, who answers it. */
export function errorsPage(): string {
  return page([
    '<!-- Made from the declarations of the methods by `npm run generate`. -->',
    '# Errors',
    'A call that fails answers `ok: false`, one of these words as `error`, and `detail`: what is wrong, with what. `rivulet explain is_archived` prints the same on the command line. The order in which errors are looked for is [ORD](spec/rules.md#ord-the-order-of-checks); their causes by topic are in [the specification](spec/errors.md).',
    ...[...errorCatalogue()].flatMap(([word, meanings]) => [`## ${word}`, ...meanings.map(meaningText)]),
  ])
}

function meaningText({ wrong, cause, remedy, methods }: Meaning): string {
  const by = methods === 'all' ? 'every method' : methods.map((name) => `[${name}](api/${name}.md)`).join(', ')
  return [
    wrong,
    '',
    ...(cause ? [`- Why: ${cause}`] : []),
    ...(remedy ? [`- What to do: ${remedy}`] : []),
    `- Answered by: ${by}`,
  ].join('\n')
}

/** The word as a link to its place on the page, from a page of `docs/api`. */
export function errorLink(word: string): string {
  return word === 'any' ? code(word) : `[${code(word)}](../errors.md#${word})`
}
