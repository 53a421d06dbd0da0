import type { RichTextOther } from '#block'

/** What a newer inline element shows where it is not known. */
export function otherText({ text, url, fallback, name }: RichTextOther): string {
  return text || url || fallback || name || ''
}
