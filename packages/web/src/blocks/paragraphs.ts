import type { RichTextInline } from '@rivulet/blocks/block'

export type Paragraph = readonly RichTextInline[]

/** A section's paragraphs: blank lines part them. A section that ends in line breaks ends without them. */
export function paragraphsOf(elements: readonly RichTextInline[]): Paragraph[] {
  const paragraphs: RichTextInline[][] = [[]]
  for (const element of elements) {
    if (element.type !== 'text' || !element.text.includes('\n\n')) {
      paragraphs.at(-1)?.push(element)
      continue
    }
    for (const [i, text] of element.text.split(/\n{2,}/).entries()) {
      if (i > 0) paragraphs.push([])
      if (text !== '') paragraphs.at(-1)?.push({ ...element, text })
    }
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

/** Whether two paragraphs look the same, though their texts were cut out anew. */
export function sameParagraph(a: Paragraph, b: Paragraph): boolean {
  return (
    a.length === b.length &&
    a.every((one, i) => {
      const other = b[i]
      if (one === other) return true
      return one.type === 'text' && other?.type === 'text' && one.text === other.text && one.style === other.style
    })
  )
}
