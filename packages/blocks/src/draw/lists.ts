import type { RichTextList } from '#block'
import { drawInlines } from './inline.ts'
import { type Drawn, type DrawnElement, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

type Item = { words: Drawn[]; below: Nested[] }
type Nested = { list: RichTextList; depth: number; shift: number; start: number; items: Item[] }

const deepest = 8

/**
 * Lists that follow one another as real nested lists: a deeper one stands in the item before it, and one that goes on
 * at its old depth goes on in its old list. `end` stands behind the last item's words.
 */
export function drawLists(
  lists: readonly RichTextList[],
  starts: ReadonlyMap<RichTextList, number>,
  viewer: Viewer,
  end: readonly Drawn[] = [],
): Drawn[] {
  const roots: Nested[] = []
  const open: Nested[] = []
  for (const list of lists) {
    if (list.elements.length === 0) continue
    const depth = Math.min(list.indent ?? 0, deepest)
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
    for (const item of list.elements) into.items.push({ words: drawInlines(item.elements, viewer), below: [] })
    if (list === lists.at(-1)) into.items.at(-1)?.words.push(...end)
    open.push(into)
  }
  return roots.map(drawNested)
}

function isContinued(before: Nested, list: RichTextList, start: number): boolean {
  if (before.list.style !== list.style || (before.list.border ?? 0) !== (list.border ?? 0)) return false
  return list.style === 'bullet' || start === before.start + before.items.length
}

function drawNested({ list, depth, shift, start, items }: Nested): DrawnElement {
  const ordered = list.style === 'ordered'
  return element(
    ordered ? 'ol' : 'ul',
    {
      part: 'list',
      'data-kind': depth % 3,
      ...(shift > 0 ? { 'data-shift': shift } : {}),
      ...(list.border === 1 ? { 'data-border': 'true' } : {}),
      ...(ordered && start !== 1 ? { start } : {}),
    },
    items.map((item) => element('li', {}, item.words, item.below.map(drawNested))),
  )
}
