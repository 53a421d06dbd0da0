import type { RichTextDate } from '@rivulet/blocks/block'
import { formatDate } from '@rivulet/blocks/dates'
import { LinkTo } from './LinkTo.tsx'

/** A moment in the viewer's own zone and language. */
export function DateText({ element }: { element: RichTextDate }) {
  const text = dateHere(element)
  return element.url ? <LinkTo url={element.url} label={text} /> : <time>{text}</time>
}

export function dateHere(element: RichTextDate): string {
  return formatDate(element, {
    locale: globalThis.navigator?.language,
    timeZone: element.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: new Date(),
  })
}
