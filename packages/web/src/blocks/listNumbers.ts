import type { RichTextElement } from '@rivulet/blocks/block'

/**
 * The first number of each ordered list, by its place among the elements. A list goes on counting where the one at its
 * indent left off, as long as only deeper lists stood between; an `offset` is taken as it is.
 */
export function firstNumbers(elements: readonly RichTextElement[]): (number | undefined)[] {
  let shown: number[] = []
  return elements.map((element) => {
    if (element.type !== 'rich_text_list') {
      shown = []
      return undefined
    }
    const depth = element.indent ?? 0
    shown.length = Math.min(shown.length, depth + 1)
    if (element.style !== 'ordered') {
      shown.length = Math.min(shown.length, depth)
      return undefined
    }
    const before = element.offset ?? shown[depth] ?? 0
    shown[depth] = before + element.elements.length
    return before + 1
  })
}
