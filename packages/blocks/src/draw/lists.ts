import type { RichTextList } from '#types'
import { type NestedItem, type NestedList, nestLists } from '#richText/nestedLists'
import { drawInlines } from './inline.ts'
import { type DrawnNode, type DrawnElement, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

/** Draws consecutive lists as nested HTML lists. `end` comes after the last item's text. */
export function drawLists(
  lists: readonly RichTextList[],
  starts: ReadonlyMap<RichTextList, number>,
  viewer: Viewer,
  end: readonly DrawnNode[] = [],
): DrawnNode[] {
  const { roots, last } = nestLists(lists, starts)
  const drawItem = (item: NestedItem): DrawnElement =>
    element(
      'li',
      {},
      drawInlines(item.section.elements, viewer),
      item === last ? end : [],
      item.below.map((list) => drawList(list, drawItem)),
    )
  return roots.map((list) => drawList(list, drawItem, true))
}

function drawList(
  { list, depth, shift, start, items }: NestedList,
  drawItem: (item: NestedItem) => DrawnNode,
  isRoot = false,
) {
  const ordered = list.style === 'ordered'
  return element(
    ordered ? 'ol' : 'ul',
    {
      part: 'list',
      // The lists inside follow the outermost one.
      dir: isRoot ? 'auto' : undefined,
      'data-kind': depth % 3,
      'data-shift': shift || undefined,
      'data-border': list.border === 1 ? 'true' : undefined,
      start: ordered && start !== 1 ? start : undefined,
    },
    items.map(drawItem),
  )
}
