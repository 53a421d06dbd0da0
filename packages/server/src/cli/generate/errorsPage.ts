import { errorCatalogue, type Meaning } from '#cli/errorCatalogue'
import { methodPath } from './methodPath.ts'
import { code, page } from './table.ts'

/** Every error code: what is wrong, why, what to do, and which methods answer it. */
export function errorsPage(): string {
  return page([
    '<!-- Generated from the declarations of the methods by `npm run generate`. -->',
    '# Errors',
    'A call that fails answers `ok: false`, one of these codes as `error`, and `detail`, which says what is wrong in a sentence. `rivulet explain is_archived` prints the same on the command line. The order in which the server checks for errors is [ORD](spec/rules.md#ord-the-order-of-checks); their causes by topic are in [the specification](spec/errors.md).',
    ...[...errorCatalogue()].flatMap(([word, meanings]) => [`## ${word}`, ...meanings.map(meaningText)]),
  ])
}

function meaningText({ wrong, cause, remedy, methods }: Meaning): string {
  const by = methods === 'all' ? 'every method' : methods.map((name) => `[${name}](api/${methodPath(name)})`).join(', ')
  return [
    wrong,
    '',
    ...(cause ? [`- Why: ${cause}`] : []),
    ...(remedy ? [`- What to do: ${remedy}`] : []),
    `- Answered by: ${by}`,
  ].join('\n')
}

/** An error code as a link to `docs/errors.md`. `up` is the path from the page to `docs/api`. */
export function errorLink(errorCode: string, up = ''): string {
  return errorCode === 'any' ? code(errorCode) : `[${code(errorCode)}](${up}../errors.md#${errorCode})`
}
