import { splitAddresses } from '@rivulet/blocks/addresses'
import type { EditorNode } from '@rivulet/blocks/editorDocument'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import type { RichTextElement, RichTextInline, RichTextText } from '@rivulet/blocks/types'
import type { Node } from 'prosemirror-model'
import { createNameSplitter, type Known } from '#composer/mentions/mentions.ts'
import type { Written } from '#composer/written.ts'
import { documentFromJson, encodePicked, literalText, richTextOf } from './documents.ts'
import { isA, isBlank, isCommand } from './nodes.ts'

/**
 * What is sent of a document: one rich text, in which addresses are links and names that were typed mean whom they name. A
 * command is sent as it was typed. So is a text without formats that would be more than rich text as Markdown, such as a
 * table, and what is too deep for a rich text.
 */
export function writtenOf(document: EditorNode, known: Known): Written {
  const doc = documentFromJson(document)
  if (!doc || isBlank(doc)) return { text: '' }
  const { text, picked } = literalText(doc)
  const typed = encodePicked(text, picked).trim()
  if (isCommand(doc)) return { text: typed }
  if (isPlain(doc) && blocksFromMarkdown(typed).some(({ type }) => type !== 'rich_text')) return { text: typed }
  const richText = richTextOf(document)
  if (!richText) return { text: typed }
  const resolve = createResolver(known)
  return {
    text: '',
    blocks: [{ type: 'rich_text', elements: trimEnds(richText.elements.map((one) => inElement(one, resolve))) }],
  }
}

function isPlain(doc: Node): boolean {
  let plain = true
  doc.descendants((node) => {
    plain &&= node.marks.length === 0 && isA(node, 'paragraph', 'text', 'hardBreak', 'mention')
    return plain
  })
  return plain
}

type Resolver = (inline: RichTextInline) => RichTextInline[]

/** Finds addresses and names in text. Code stays as it is. */
function createResolver(known: Known): Resolver {
  const splitNames = createNameSplitter(known)
  const inText = ({ text, ...rest }: RichTextText): RichTextInline[] =>
    splitAddresses(text).flatMap((piece): RichTextInline[] => {
      const { style } = rest
      const styled = style ? { style } : {}
      if (typeof piece !== 'string')
        return [{ type: 'link', url: piece.url, ...(piece.label ? { text: piece.label } : {}), ...styled }]
      return splitNames(piece).flatMap((part): RichTextInline[] => {
        if (typeof part === 'string') return part === '' ? [] : [{ ...rest, text: part }]
        return [{ ...mentionElement(part.id), ...styled }]
      })
    })
  return (inline) => (inline.type === 'text' && !inline.style?.code ? inText(inline) : [inline])
}

function mentionElement(id: string): RichTextInline {
  const rest = id.slice(1)
  if (id.startsWith('@')) return { type: 'user', user_id: rest }
  if (id.startsWith('#')) return { type: 'channel', channel_id: rest }
  if (rest.startsWith('subteam^')) return { type: 'usergroup', usergroup_id: rest.slice('subteam^'.length) }
  return { type: 'broadcast', range: rest === 'channel' || rest === 'everyone' ? rest : 'here' }
}

function inElement(element: RichTextElement, resolve: Resolver): RichTextElement {
  switch (element.type) {
    case 'rich_text_section':
    case 'rich_text_quote':
      return { ...element, elements: element.elements.flatMap(resolve) }
    case 'rich_text_list':
      return {
        ...element,
        elements: element.elements.map((item) => ({ ...item, elements: item.elements.flatMap(resolve) })),
      }
    default:
      return element
  }
}

/** A message neither begins nor ends with spaces. */
function trimEnds(elements: readonly RichTextElement[]): RichTextElement[] {
  const all = [...elements]
  const [first] = all
  if (first?.type === 'rich_text_section') all[0] = { ...first, elements: trimRun(first.elements, 0, 'trimStart') }
  const last = all.at(-1)
  if (last?.type === 'rich_text_section')
    all[all.length - 1] = { ...last, elements: trimRun(last.elements, -1, 'trimEnd') }
  return all.filter((element) => element.elements.length > 0)
}

function trimRun(run: readonly RichTextInline[], at: 0 | -1, trim: 'trimStart' | 'trimEnd'): RichTextInline[] {
  const left = [...run]
  for (let end = left.at(at); end?.type === 'text'; end = left.at(at)) {
    const text = end.text[trim]()
    if (text === end.text) break
    left.splice(at, 1, ...(text === '' ? [] : [{ ...end, text }]))
  }
  return left
}
