import type { RichTextList, RichTextSection } from '#types'

/** A list with the deeper lists inside its items. */
export type NestedList = {
  list: RichTextList
  /** The list's `indent`, 0 to 8. */
  depth: number
  /** How many levels its `indent` skips below the list around it. */
  shift: number
  /** The number of the first item. */
  start: number
  items: NestedItem[]
}
export type NestedItem = { section: RichTextSection; below: NestedList[] }

export const maxListIndent = 8

/**
 * Turns consecutive lists into nested lists: a deeper list goes into the item before it, and a list that returns to an
 * earlier depth continues the earlier list. `last` is the last item of the last list.
 */
export function nestLists(
  lists: readonly RichTextList[],
  starts: ReadonlyMap<RichTextList, number>,
): { roots: NestedList[]; last: NestedItem | undefined } {
  const roots: NestedList[] = []
  const open: NestedList[] = []
  for (const list of lists) {
    if (list.elements.length === 0) continue
    const depth = Math.min(list.indent ?? 0, maxListIndent)
    let deeper = false
    while ((open.at(-1)?.depth ?? -1) > depth) {
      open.pop()
      deeper = true
    }
    const start = starts.get(list) ?? 1
    const same = open.at(-1)?.depth === depth ? open.pop() : undefined
    const goesOn = same !== undefined && deeper && isContinuation(same, list, start)
    const parent = open.at(-1)
    const into = goesOn ? same : { list, depth, shift: depth - (parent?.depth ?? -1) - 1, start, items: [] }
    if (!goesOn) (parent?.items.at(-1)?.below ?? roots).push(into)
    for (const section of list.elements) into.items.push({ section, below: [] })
    open.push(into)
  }
  return { roots, last: lists.at(-1)?.elements.length ? open.at(-1)?.items.at(-1) : undefined }
}

function isContinuation(before: NestedList, list: RichTextList, start: number): boolean {
  if (before.list.style !== list.style || (before.list.border ?? 0) !== (list.border ?? 0)) return false
  return list.style === 'bullet' || start === before.start + before.items.length
}
