import { hintTable } from '#http/development/hints/table'
import { page } from './table.ts'

/** The page `docs/hints.md`. */
export function hintsPage(): string {
  return page([
    '<!-- Generated from the declarations of the hints by `npm run generate`. -->',
    '# Hints',
    'A development server points out what works here and would fail or surprise on the public service [DEV-10]. A hint is a code and a sentence, in the `hints` of its call in the [journal](control-api.md#the-journal-and-waiting), and with `--hints on` as a warning of the answer too: its code in `response_metadata.warnings`, its sentence in `response_metadata.messages`. It never changes whether a call succeeds. What concerns a stream or the set-up of an app as a whole is said once.',
    'By default (`--hints journal`) answers stay as they are. `--hints off` finds no hints, and neither does `rivulet serve`. `rivulet explain text_missing` prints what is here on the command line. "Measured" means that others have measured the public service and published what they saw.',
    ...Object.entries(hintTable).flatMap(([code, { there, remedy, source }]) => [
      `## ${code}`,
      [`- There: ${there}`, `- What to do: ${remedy}`, `- Source: ${source}`].join('\n'),
    ]),
  ])
}
