import type { Block, ContainerBlock } from './types.ts'
import { drawAlert, drawCard, drawCarousel, drawFile, drawVideo } from '#draw/cards'
import { drawChart } from '#draw/tables/chart'
import { drawActions, drawContextActions, drawInput } from '#draw/controls'
import { drawContext, drawHeader, drawImageBlock, drawSection } from '#draw/layout'
import { drawPicture } from '#draw/link'
import { drawRichText } from '#draw/richText'
import { drawTable } from '#draw/tables/table'
import { drawPlan, drawTask } from '#draw/tasks'
import { drawText } from '#draw/text'
import { type DrawnNode, element } from '#draw/tree'
import { anonymousViewer, drawOnce, type Viewer } from '#draw/viewer'

export { type Chart, readChart } from '#draw/tables/chart'
export { drawPlainText } from '#draw/emoji'
export { drawText } from '#draw/text'
export type { Attributes, DrawingSource, DrawnElement, DrawnNode, Part, Tag } from '#draw/tree'
export type { Viewer } from '#draw/viewer'

/** The most emoji and spaces between them that are drawn large. */
const maxLargeEmoji = 23

/**
 * Draws blocks as a tree of elements, which `renderReact` turns into React elements and `renderHtml` into a string. The
 * tree has no scripts, and every address in it was checked with `safeHref`. A block that was drawn before for the same
 * viewer yields the same objects. A `markdown` block is drawn as its source: `expandMarkdown` comes first, so that drawing
 * needs no parser. `caret`: puts a text cursor after the last words, for text that is still growing.
 */
export function drawBlocks(
  blocks: readonly Block[],
  viewer: Viewer = anonymousViewer,
  { caret = false } = {},
): DrawnNode[] {
  if (!caret) return enlargeEmoji(blocks.flatMap((block) => drawBlock(block, viewer)))
  const last = blocks.at(-1)
  const mark = [element('span', { part: 'caret', 'data-caret': '', 'aria-hidden': 'true' })]
  if (!last) return mark
  return [...blocks.slice(0, -1).flatMap((block) => drawBlock(block, viewer)), ...drawNewBlock(last, viewer, mark)]
}

/** Emoji alone are drawn large. */
function enlargeEmoji(drawn: DrawnNode[]): DrawnNode[] {
  const [words, ...others] = drawn
  if (others.length > 0 || typeof words !== 'object' || words.part !== 'words') return drawn
  const isEmoji = (node: DrawnNode) =>
    typeof node === 'string' ? node.trim() === '' : node.part === 'emoji' && node.attributes.title !== undefined
  if (words.children.length > maxLargeEmoji || !words.children.every(isEmoji)) return drawn
  return [{ ...words, attributes: { ...words.attributes, 'data-large': 'true' } }]
}

function drawBlock(block: Block, viewer: Viewer): readonly DrawnNode[] {
  return drawOnce(viewer, block, () => drawNewBlock(block, viewer, []))
}

function drawNewBlock(block: Block, viewer: Viewer, end: readonly DrawnNode[]): readonly DrawnNode[] {
  switch (block.type) {
    case 'rich_text':
      return drawRichText(block, viewer, end)
    case 'section':
      return [drawSection(block, viewer)]
    case 'header':
      return [drawHeader(block, viewer, end)]
    case 'divider':
      return [element('hr', { part: 'divider' })]
    case 'context':
      return [drawContext(block, viewer)]
    case 'image':
      return [drawImageBlock(block, viewer)]
    case 'actions':
      return [drawActions(block, viewer)]
    case 'context_actions':
      return [drawContextActions(block, viewer)]
    case 'markdown':
      return [element('p', { part: 'words', dir: 'auto' }, block.text)]
    case 'table':
    case 'data_table':
      return [drawTable(block, viewer)]
    case 'task_card':
      return [drawTask(block, viewer)]
    case 'plan':
      return [drawPlan(block, viewer)]
    case 'data_visualization':
      return [drawChart(block)]
    case 'video':
      return [drawVideo(block, viewer)]
    case 'file':
      return [drawFile(block)]
    case 'input':
      return [drawInput(block, viewer)]
    case 'alert':
      return [drawAlert(block, viewer)]
    case 'card':
      return [drawCard(block, viewer)]
    case 'carousel':
      return [drawCarousel(block, viewer)]
    case 'container':
      return [drawContainer(block, viewer)]
    default:
      return []
  }
}

function drawContainer(block: ContainerBlock, viewer: Viewer): DrawnNode {
  const { title, rich_text_title: rich, subtitle, icon } = block
  const head = [
    ...(icon ? [drawPicture(icon, icon.alt_text ?? '', 'icon')] : []),
    ...(rich ? drawRichText(rich, viewer) : title ? drawText(title, viewer) : []),
    ...(subtitle ? [element('span', { part: 'quiet' }, drawText(subtitle, viewer))] : []),
  ]
  const body = block.child_blocks.flatMap((child) => drawBlock(child, viewer))
  if (!block.is_collapsible) {
    return element('section', { part: 'container' }, element('div', { part: 'title', dir: 'auto' }, head), body)
  }
  return element(
    'details',
    { part: 'container', open: !block.default_collapsed || undefined },
    element('summary', { part: 'title', dir: 'auto' }, head),
    body,
  )
}
