import type { RichTextList, RichTextSection } from '#block'

/** A list with what is deeper inside of its items. */
export type NestedList = {
  list: RichTextList
  /** 0 to 8, as `indent` says it. */
  depth: number
  /** How many levels deeper it stands than the list around it says. */
  shift: number
  /** The number of its first item. */
  start: number
  items: NestedItem[]
}
export type NestedItem = { section: RichTextSection; below: NestedList[] }

export const deepestList = 8

/**
 * Lists that follow one another as nested lists: a deeper one stands in the item before it, and one that goes on at its
 * old depth goes on in its old list.
 */
export function nestedLists(
  lists: readonly RichTextList[],
  starts: ReadonlyMap<RichTextList, number>,
): { roots: NestedList[]; last: NestedItem | undefined } {
  const roots: NestedList[] = []
  const open: NestedList[] = []
  for (const list of lists) {
    if (list.elements.length === 0) continue
    const depth = Math.min(list.indent ?? 0, deepestList)
    let deeper = false
    while ((open.at(-1)?.depth ?? -1) > depth) {
      open.pop()
      deeper = true
    }
    const start = starts.get(list) ?? 1
    const same = open.at(-1)?.depth === depth ? open.pop() : undefined
    const goesOn = same !== undefined && deeper && isContinued(same, list, start)
    const parent = open.at(-1)
    const into = goesOn ? same : { list, depth, shift: depth - (parent?.depth ?? -1) - 1, start, items: [] }
    if (!goesOn) (parent?.items.at(-1)?.below ?? roots).push(into)
    for (const section of list.elements) into.items.push({ section, below: [] })
    open.push(into)
  }
  return { roots, last: lists.at(-1)?.elements.length ? open.at(-1)?.items.at(-1) : undefined }
}

function isContinued(before: NestedList, list: RichTextList, start: number): boolean {
  if (before.list.style !== list.style || (before.list.border ?? 0) !== (list.border ?? 0)) return false
  return list.style === 'bullet' || start === before.start + before.items.length
}
