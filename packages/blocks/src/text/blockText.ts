import type {
  Block,
  ContextElement,
  PlanTask,
  RichTextBlock,
  RichTextElement,
  RichTextInline,
  TableCell,
  TextObject,
} from '#types'
import { listMarker, listStarts } from '#richText/listMarkers'
import { finish, type Steps } from '#text/steps'

/** How a text format writes the parts of blocks. */
export type TextFormat = {
  run(elements: readonly RichTextInline[]): string
  /** Writes an inline element of preformatted text, without its styles. */
  literal(element: RichTextInline): string
  textObject(text: TextObject): string
  plain(text: string): string
  quote: string
  fence: string
  /** What separates blocks. */
  between: string
  tables: boolean
}

/**
 * Writes blocks as text, block by block. Blocks without text, such as actions and dividers, are left out. A `markdown` block
 * is written as its source: `expandMarkdown` comes first, so that this needs no parser.
 */
export function formatBlocks(blocks: readonly Block[], format: TextFormat): string {
  return finish(formatInSteps(blocks, format))
}

/** The same as `formatBlocks`, in steps. */
export function* formatInSteps(blocks: readonly Block[], format: TextFormat): Steps<string> {
  const texts: string[] = []
  for (const block of blocks) {
    const text = block.type === 'rich_text' ? yield* richText(block.elements, format) : textOf(block, format)
    if (text !== '') texts.push(text)
    yield
  }
  return texts.join(format.between)
}

function textOf(block: Exclude<Block, RichTextBlock>, format: TextFormat): string {
  const object = (text: TextObject | undefined) => (text ? format.textObject(text) : '')
  const plain = (text: string | undefined) => format.plain(text ?? '')
  switch (block.type) {
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
      return plain(block.text)
    case 'table':
      return format.tables ? rows(block.rows, format) : ''
    case 'data_table':
      return lines([plain(block.caption), format.tables ? rows(block.rows, format) : ''])
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
      const title = block.rich_text_title
        ? finish(richText(block.rich_text_title.elements, format))
        : object(block.title)
      return lines([title, object(block.subtitle), formatBlocks(block.child_blocks, format)])
    }
    default:
      return ''
  }
}

function* richText(elements: readonly RichTextElement[], format: TextFormat): Steps<string> {
  const starts = listStarts(elements)
  const texts: string[] = []
  for (const element of elements) {
    const before = texts.at(-1)
    if (before !== undefined && !before.endsWith('\n')) texts.push('\n')
    const text = yield* elementText(element, format, element.type === 'rich_text_list' ? (starts.get(element) ?? 1) : 1)
    if (text !== '') texts.push(text)
  }
  return texts.join('')
}

function* elementText(element: RichTextElement, format: TextFormat, start: number): Steps<string> {
  switch (element.type) {
    case 'rich_text_section':
      return format.run(element.elements)
    case 'rich_text_preformatted':
      return format.fence + element.elements.map((inline) => format.literal(inline)).join('') + format.fence
    case 'rich_text_quote':
      return format.run(element.elements).replace(/^/gm, format.quote)
    case 'rich_text_list': {
      const { style, indent = 0 } = element
      const items: string[] = []
      for (const [i, item] of element.elements.entries()) {
        items.push(`${'    '.repeat(indent)}${listMarker(style, indent, start + i)} ${format.run(item.elements)}`)
        yield
      }
      return items.join('\n')
    }
  }
}

function rows(cells: readonly (readonly TableCell[])[], format: TextFormat): string {
  return cells.map((row) => row.map((cell) => cellText(cell, format)).join(' | ')).join('\n')
}

function cellText(cell: TableCell, format: TextFormat): string {
  return (cell.type === 'rich_text' ? finish(richText(cell.elements, format)) : format.plain(cell.text)).trim()
}

function contextText(element: ContextElement, format: TextFormat): string {
  return element.type === 'image' ? format.plain(element.alt_text) : format.textObject(element)
}

function lines(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n')
}
