import type { JournalEntry } from 'rivulet/journal'
import { toCurl } from '#inspect/export/toCurl.ts'
import { toSdkCode } from '#inspect/export/toSdkCode.ts'
import { directoryOf } from '#inspect/journal/directory.ts'
import { t } from '#words/t.ts'

interface Copy {
  label: string
  make: () => string
}

/** The forms in which an entry can be copied. None has a token: `$SLACK_BOT_TOKEN` and the like stand for it. */
export function copiesOf(entry: JournalEntry, origin: string): Copy[] {
  const json = { label: t('JSON'), make: () => JSON.stringify(entry, undefined, 2) }
  if (entry.kind !== 'call') return [json]
  const people = directoryOf(entry.team).people.map(({ id }) => id)
  return [
    { label: t('curl'), make: () => toCurl(entry, { apiUrl: `${origin}/api/`, people }) },
    { label: t('JavaScript'), make: () => toSdkCode(entry, { people }) },
    { label: t('Python'), make: () => toSdkCode(entry, { language: 'python', people }) },
    json,
  ].map(({ label, make }) => ({ label: t('Copy as {format}', { format: label }), make }))
}
