import type { RichTextInline } from '#types'

/** Groups links side by side that have one address and labels: a label of several styles. Any other element is alone. */
export function groupLinks(elements: readonly RichTextInline[]): RichTextInline[][] {
  const groups: RichTextInline[][] = []
  for (const element of elements) {
    const group = groups.at(-1)
    if (group?.[0] && isSameLink(group[0], element)) group.push(element)
    else groups.push([element])
  }
  return groups
}

function isSameLink(one: RichTextInline, other: RichTextInline): boolean {
  if (one.type !== 'link' || other.type !== 'link') return false
  return one.url === other.url && one.unsafe === other.unsafe && one.text !== undefined && other.text !== undefined
}
