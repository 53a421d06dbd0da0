import type { RichTextList } from '#block'
import { type NestedItem, type NestedList, nestedLists } from '#lists/nested'
import { drawInlines } from './inline.ts'
import { type Drawn, type DrawnElement, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

/** Lists that follow one another as real nested lists. `end` stands behind the last item's words. */
export function drawLists(
  lists: readonly RichTextList[],
  starts: ReadonlyMap<RichTextList, number>,
  viewer: Viewer,
  end: readonly Drawn[] = [],
): Drawn[] {
  const { roots, last } = nestedLists(lists, starts)
  const drawItem = (item: NestedItem): DrawnElement =>
    element(
      'li',
      {},
      drawInlines(item.section.elements, viewer),
      item === last ? end : [],
      item.below.map((list) => drawNested(list, drawItem)),
    )
  return roots.map((list) => drawNested(list, drawItem))
}

function drawNested({ list, depth, shift, start, items }: NestedList, drawItem: (item: NestedItem) => Drawn) {
  const ordered = list.style === 'ordered'
  return element(
    ordered ? 'ol' : 'ul',
    {
      part: 'list',
      'data-kind': depth % 3,
      'data-shift': shift || undefined,
      'data-border': list.border === 1 ? 'true' : undefined,
      start: ordered && start !== 1 ? start : undefined,
    },
    items.map(drawItem),
  )
}
