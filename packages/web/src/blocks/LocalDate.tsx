import type { RichTextDate } from '@rivulet/blocks/types'
import { formatDate } from '@rivulet/blocks/dates'
import { SafeLink } from './SafeLink.tsx'

/** A date in the viewer's time zone and language. */
export function LocalDate({ element }: { element: RichTextDate }) {
  const text = formatLocalDate(element)
  return element.url ? <SafeLink url={element.url} label={text} /> : <time>{text}</time>
}

export function formatLocalDate(element: RichTextDate): string {
  return formatDate(element, {
    locale: globalThis.navigator?.language,
    timeZone: element.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: new Date(),
  })
}
