import type { Block, ContextElement, PlanTask, RichTextElement, RichTextInline, TableCell, TextObject } from '#block'
import { listMarker, listStarts } from '#listMarkers'
import { blocksFromMarkdown } from '#markdown'

/** How one kind of text says the parts of a message. */
export type Voice = {
  inline(element: RichTextInline): string
  /** An element of preformatted text, without its styles. */
  literal(element: RichTextInline): string
  object(text: TextObject): string
  plain(text: string): string
  quote: string
  fence: string
}

/** What the blocks say, block by block; those that only act or decorate say nothing. */
export function textOfBlocks(blocks: readonly Block[], voice: Voice): string {
  return lines(blocks.map((block) => textOf(block, voice)))
}

function textOf(block: Block, voice: Voice): string {
  const object = (text: TextObject | undefined) => (text ? voice.object(text) : '')
  const plain = (text: string | undefined) => voice.plain(text ?? '')
  switch (block.type) {
    case 'rich_text':
      return richText(block.elements, voice)
    case 'section':
      return lines([object(block.text), ...(block.fields ?? []).map(object)])
    case 'header':
    case 'alert':
      return object(block.text)
    case 'context':
      return block.elements
        .map((element) => contextText(element, voice))
        .filter(Boolean)
        .join(' ')
    case 'image':
      return plain(block.title?.text ?? block.alt_text)
    case 'markdown':
      return textOfBlocks(blocksFromMarkdown(block.text), voice)
    case 'table':
      return rows(block.rows, voice)
    case 'data_table':
      return lines([plain(block.caption), rows(block.rows, voice)])
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
      return textOfBlocks(block.elements, voice)
    case 'container': {
      const title = block.rich_text_title ? richText(block.rich_text_title.elements, voice) : object(block.title)
      return lines([title, object(block.subtitle), textOfBlocks(block.child_blocks, voice)])
    }
    default:
      return ''
  }
}

function richText(elements: readonly RichTextElement[], voice: Voice): string {
  const starts = listStarts(elements)
  const texts: string[] = []
  for (const element of elements) {
    const before = texts.at(-1)
    if (before !== undefined && !before.endsWith('\n')) texts.push('\n')
    const text = elementText(element, voice, element.type === 'rich_text_list' ? (starts.get(element) ?? 1) : 1)
    if (text !== '') texts.push(text)
  }
  return texts.join('')
}

function elementText(element: RichTextElement, voice: Voice, start: number): string {
  switch (element.type) {
    case 'rich_text_section':
      return run(element.elements, voice)
    case 'rich_text_preformatted':
      return voice.fence + element.elements.map((inline) => voice.literal(inline)).join('') + voice.fence
    case 'rich_text_quote':
      return run(element.elements, voice).replace(/^/gm, voice.quote)
    case 'rich_text_list': {
      const { style, indent = 0 } = element
      const items = element.elements.map(
        (item, i) => `${listMarker(style, indent, start + i)} ${run(item.elements, voice)}`,
      )
      return items.map((item) => '    '.repeat(indent) + item).join('\n')
    }
  }
}

function run(elements: readonly RichTextInline[], voice: Voice): string {
  return elements.map((element) => voice.inline(element)).join('')
}

function rows(cells: readonly (readonly TableCell[])[], voice: Voice): string {
  return cells.map((row) => row.map((cell) => cellText(cell, voice)).join(' | ')).join('\n')
}

function cellText(cell: TableCell, voice: Voice): string {
  return (cell.type === 'rich_text' ? richText(cell.elements, voice) : voice.plain(cell.text)).trim()
}

function contextText(element: ContextElement, voice: Voice): string {
  return element.type === 'image' ? voice.plain(element.alt_text) : voice.object(element)
}

function lines(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n')
}
