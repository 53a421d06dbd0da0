import type { RichTextDate } from '@rivulet/blocks/types'
import { formatDate } from '@rivulet/blocks/dates'
import { locale } from '#words/t.ts'
import { is12Hours } from '#words/times.ts'
import { SafeLink } from './SafeLink.tsx'

/** A date in the viewer's time zone and language. */
export function LocalDate({ element }: { element: RichTextDate }) {
  const text = formatLocalDate(element)
  return element.url ? <SafeLink url={element.url} label={text} /> : <time>{text}</time>
}

export function formatLocalDate(element: RichTextDate): string {
  return formatDate(element, {
    locale,
    hour12: is12Hours(),
    timeZone: element.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: new Date(),
  })
}
