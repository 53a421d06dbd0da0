import type { Block, ContextElement, PlanTask, RichTextElement, RichTextInline, TableCell, TextObject } from '#types'
import { listMarker, listStarts } from '#richText/listMarkers'
import { blocksFromMarkdown } from '#markdown'

/** How a text format writes the parts of blocks. */
export type TextFormat = {
  inline(element: RichTextInline): string
  /** Writes an inline element of preformatted text, without its styles. */
  literal(element: RichTextInline): string
  textObject(text: TextObject): string
  plain(text: string): string
  quote: string
  fence: string
}

/** Writes blocks as text, block by block. Blocks without text, such as actions and dividers, are left out. */
export function formatBlocks(blocks: readonly Block[], format: TextFormat): string {
  return lines(blocks.map((block) => textOf(block, format)))
}

function textOf(block: Block, format: TextFormat): string {
  const object = (text: TextObject | undefined) => (text ? format.textObject(text) : '')
  const plain = (text: string | undefined) => format.plain(text ?? '')
  switch (block.type) {
    case 'rich_text':
      return richText(block.elements, format)
    case 'section':
      return lines([object(block.text), ...(block.fields ?? []).map(object)])
    case 'header':
    case 'alert':
      return object(block.text)
    case 'context':
      return block.elements
        .map((element) => contextText(element, format))
        .filter(Boolean)
        .join(' ')
    case 'image':
      return plain(block.title?.text ?? block.alt_text)
    case 'markdown':
      return formatBlocks(blocksFromMarkdown(block.text), format)
    case 'table':
      return rows(block.rows, format)
    case 'data_table':
      return lines([plain(block.caption), rows(block.rows, format)])
    case 'task_card':
      return plain(block.title)
    case 'plan':
      return lines([block.title, ...(block.tasks ?? []).map((task: PlanTask) => task.title)].map(plain))
    case 'video':
    case 'input':
      return object(block.type === 'video' ? block.title : block.label)
    case 'card':
      return lines([block.title, block.subtitle, block.body, block.subtext].map(object))
    case 'carousel':
      return formatBlocks(block.elements, format)
    case 'container': {
      const title = block.rich_text_title ? richText(block.rich_text_title.elements, format) : object(block.title)
      return lines([title, object(block.subtitle), formatBlocks(block.child_blocks, format)])
    }
    default:
      return ''
  }
}

function richText(elements: readonly RichTextElement[], format: TextFormat): string {
  const starts = listStarts(elements)
  const texts: string[] = []
  for (const element of elements) {
    const before = texts.at(-1)
    if (before !== undefined && !before.endsWith('\n')) texts.push('\n')
    const text = elementText(element, format, element.type === 'rich_text_list' ? (starts.get(element) ?? 1) : 1)
    if (text !== '') texts.push(text)
  }
  return texts.join('')
}

function elementText(element: RichTextElement, format: TextFormat, start: number): string {
  switch (element.type) {
    case 'rich_text_section':
      return run(element.elements, format)
    case 'rich_text_preformatted':
      return format.fence + element.elements.map((inline) => format.literal(inline)).join('') + format.fence
    case 'rich_text_quote':
      return run(element.elements, format).replace(/^/gm, format.quote)
    case 'rich_text_list': {
      const { style, indent = 0 } = element
      const items = element.elements.map(
        (item, i) => `${listMarker(style, indent, start + i)} ${run(item.elements, format)}`,
      )
      return items.map((item) => '    '.repeat(indent) + item).join('\n')
    }
  }
}

function run(elements: readonly RichTextInline[], format: TextFormat): string {
  return elements.map((element) => format.inline(element)).join('')
}

function rows(cells: readonly (readonly TableCell[])[], format: TextFormat): string {
  return cells.map((row) => row.map((cell) => cellText(cell, format)).join(' | ')).join('\n')
}

function cellText(cell: TableCell, format: TextFormat): string {
  return (cell.type === 'rich_text' ? richText(cell.elements, format) : format.plain(cell.text)).trim()
}

function contextText(element: ContextElement, format: TextFormat): string {
  return element.type === 'image' ? format.plain(element.alt_text) : format.textObject(element)
}

function lines(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n')
}
