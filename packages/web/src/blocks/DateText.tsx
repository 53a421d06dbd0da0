import type { RichTextDate } from '@rivulet/blocks/block'
import { formatDate } from '@rivulet/blocks/dates'
import { LinkTo } from './LinkTo.tsx'

/** A moment in the viewer's own zone and language. */
export function DateText({ element }: { element: RichTextDate }) {
  const text = formatDate(element, {
    locale: globalThis.navigator?.language,
    timeZone: element.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: new Date(),
  })
  return element.url ? <LinkTo url={element.url} label={text} /> : <time>{text}</time>
}
