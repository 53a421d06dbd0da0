import fc from 'fast-check'
import { Node } from 'prosemirror-model'
import { describe, expect, test } from 'vitest'
import type { RichTextBlock, RichTextElement, RichTextInline } from './types.ts'
import { checkBlocks } from '#check'
import { drawBlocks } from '#draw'
import type { DrawnNode } from '#draw/tree'
import { documentFromRichText, type EditorNode, richTextFromDocument } from '#editorDocument'
import { schema } from '#testing/editorSchema'
import { normalDocuments } from '#testing/normalDocuments'
import { oddDocuments } from '#testing/oddDocuments'
import { anyRichText } from '#testing/anyRichText'

describe('a document', () => {
  test('[RT-12] stays the same when converted to rich text and back', () => {
    fc.assert(
      fc.property(normalDocuments, (document) => {
        const richText = richTextFromDocument(document)
        expect(checkBlocks([richText])).toMatchObject({ ok: true })
        expect(documentFromRichText(richText)).toEqual(document)
      }),
      { numRuns: 500 },
    )
  })

  test('[RT-12] becomes a valid block, whatever it holds', () => {
    fc.assert(
      fc.property(oddDocuments, (document) => {
        expect(checkBlocks([richTextFromDocument(document)])).toMatchObject({ ok: true })
      }),
      { numRuns: 500 },
    )
  })

  test('is refused if it is too deep', () => {
    let node: EditorNode = { type: 'paragraph' }
    for (let i = 0; i < 5000; i++) node = { type: 'blockquote', content: [node] }
    expect(() => richTextFromDocument({ type: 'doc', content: [node] })).toThrow('the document is too deep')
  })

  test('keeps the text of nodes that rich text does not have', () => {
    const convert = (...content: EditorNode[]) => richTextFromDocument({ type: 'doc', content }).elements
    expect(convert({ type: 'heading', attrs: { level: 1 }, content: [words('A')] }, paragraph(words('b')))).toEqual([
      section({ type: 'text', text: 'A', style: { bold: true } }, text('\n\nb')),
    ])
    expect(convert({ type: 'blockquote', content: [bullets(item('a')), paragraph(words('b'))] })).toEqual([
      { type: 'rich_text_quote', elements: [text('• a\n\nb')] },
    ])
    const code = { type: 'codeBlock', content: [words('c')] }
    const numbers = { type: 'orderedList', content: [item('a', code), item('b')] }
    expect(convert(numbers)).toEqual([
      { type: 'rich_text_list', elements: [section(text('a'))], style: 'ordered', indent: 0, border: 0 },
      { type: 'rich_text_preformatted', elements: [text('c')], border: 0 },
      { type: 'rich_text_list', elements: [section(text('b'))], style: 'ordered', indent: 0, border: 0, offset: 1 },
    ])
    const table = {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [words('a')] }] }],
    }
    expect(convert(table, { type: 'horizontalRule' }, { type: 'image', attrs: { alt: 'b' } })).toEqual([
      section(text('a\n\nb')),
    ])
  })
})

describe('a rich text', () => {
  test('[RT-12] looks the same when converted to a document and back', () => {
    fc.assert(
      fc.property(anyRichText, (richText) => {
        const document = documentFromRichText(richText)
        const back = richTextFromDocument(document)
        expect(visibleForm(back)).toEqual(visibleForm(richText))
        expect(checkBlocks([back])).toMatchObject({ ok: true })
        expect(documentFromRichText(back)).toEqual(document)
      }),
      { numRuns: 500 },
    )
  })

  test('[RT-12] becomes a document that ProseMirror accepts', () => {
    fc.assert(
      fc.property(anyRichText, (richText) => {
        const document = documentFromRichText(richText)
        const node = Node.fromJSON(schema, document)
        node.check()
        expect(richTextFromDocument(node.toJSON() as EditorNode)).toEqual(richTextFromDocument(document))
      }),
    )
  })

  test('becomes paragraphs, nested lists, mentions and line breaks', () => {
    const nested: RichTextElement[] = [
      section(text('Hi '), { type: 'user', user_id: 'U1', style: { bold: true } }, text('\nthere\n\nand')),
      { type: 'rich_text_list', style: 'bullet', elements: [section(text('a'))], indent: 0, border: 0 },
      { type: 'rich_text_list', style: 'ordered', elements: [section(text('b'))], indent: 1, border: 0, offset: 2 },
      { type: 'rich_text_list', style: 'bullet', elements: [section(text('c'))], indent: 0, border: 0 },
    ]
    expect(documentFromRichText({ elements: nested })).toEqual({
      type: 'doc',
      content: [
        paragraph(
          words('Hi '),
          { type: 'mention', attrs: { kind: 'user', id: 'U1' }, marks: [{ type: 'bold' }] },
          { type: 'hardBreak' },
          words('there'),
        ),
        paragraph(words('and')),
        bullets(item('a', { type: 'orderedList', attrs: { start: 3 }, content: [item('b')] }), item('c')),
      ],
    })
    expect(documentFromRichText({ elements: [] })).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] })
  })

  test('[RT-8] brings no unsafe address into an editor', () => {
    const link: RichTextInline = { type: 'link', url: 'java\nscript:alert(1)', text: 'here' }
    expect(documentFromRichText({ elements: [section(link)] })).toEqual({
      type: 'doc',
      content: [paragraph(words('here'))],
    })
  })
})

function text(text: string): RichTextInline {
  return { type: 'text', text }
}
function section(...elements: RichTextInline[]) {
  return { type: 'rich_text_section' as const, elements }
}
function words(text: string): EditorNode {
  return { type: 'text', text }
}
function paragraph(...content: EditorNode[]): EditorNode {
  return { type: 'paragraph', content }
}
function bullets(...content: EditorNode[]): EditorNode {
  return { type: 'bulletList', content }
}
function item(said: string, ...below: EditorNode[]): EditorNode {
  return { type: 'listItem', content: [paragraph(words(said)), ...below] }
}

const viewer = {
  user: () => 'Ana',
  channel: () => 'general',
  usergroup: () => ({ handle: 'crew' }),
  emoji: {},
  date: { locale: 'en-US', timeZone: 'UTC', now: 0 },
}
const asOnes = new Set(['p', 'blockquote', 'div'])

/**
 * What a reader sees: every character with its style, every item with its marker, every line break. Boundaries between texts
 * of the same style and blank lines at the end of a text are not visible.
 */
function visibleForm(richText: RichTextBlock): string {
  const seen: string[] = []
  const walk = (drawn: DrawnNode, around: readonly string[], depth: number, mark: () => string) => {
    if (typeof drawn === 'string') {
      const inCode = around.includes('pre')
      for (const character of drawn) {
        const isBreak = character === '\n' && !inCode
        seen.push(isBreak ? 'break' : `${character} ${around.toSorted().join(' ')}`)
      }
      return
    }
    const { tag, part, attributes, children, colour } = drawn
    // Neighbouring links to the same address look like one link with one note.
    if (part === 'host') return
    if (tag === 'ol' || tag === 'ul') {
      const at = depth + 1 + (attributes['data-shift'] ?? 0)
      let number = attributes.start ?? 1
      const item = () => `${tag} ${at} ${attributes['data-border'] ?? ''} ${tag === 'ol' ? number++ : ''}`
      for (const child of children) walk(child, around, at, item)
      return
    }
    if (tag === 'li') seen.push(`[${mark()}`)
    if (asOnes.has(tag)) seen.push(`[${tag} ${attributes['data-border'] ?? ''}`)
    const own = [tag, part, attributes.href, attributes['data-self'], attributes['aria-label'], colour]
    const isBox = tag === 'li' || tag === 'p' || tag === 'blockquote'
    const inside = isBox ? around : [...around, own.join()]
    for (const child of children) walk(child, inside, depth, mark)
    if (asOnes.has(tag)) seen.push(`]${tag}`)
  }
  for (const drawn of drawBlocks([richText], viewer)) walk(drawn, [], 0, () => '')
  return normalizeForm(seen)
}

/** Patterns of what looks the same, and the form to compare. */
const alike: [RegExp, string][] = [
  // Blank lines around a text show nothing.
  [/(\[p \|)(?:break\|)+/g, '$1'],
  [/(?:break\|)+(?=[[\]]|$)/g, ''],
  [/\[(p|blockquote) \|\]\1\|/g, ''],
  // A blank line separates two paragraphs.
  [/\]p\|\[p \|/g, 'break|break|'],
  [/(?:break\|){3,}/g, 'break|break|'],
  // A single space in an item means that the item is empty.
  [/(\[[ou]l [^|]*\|) {2}\|(?=[[\]]|$)/g, '$1'],
]

function normalizeForm(seen: readonly string[]): string {
  let text = seen.map((one) => `${one}|`).join('')
  for (const [way, other] of alike) text = text.replaceAll(way, other)
  return text
}
