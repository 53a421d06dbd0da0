import type { RichTextOther } from '#types'

/** The text that stands for an inline element newer than the nine. */
export function fallbackText({ text, label, url, fallback, name }: RichTextOther): string {
  return text || label || url || fallback || name || ''
}
