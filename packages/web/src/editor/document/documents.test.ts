import { checkBlocks } from '@rivulet/blocks/check'
import { documentFromRichText, type EditorNode } from '@rivulet/blocks/editorDocument'
import { anyRichText } from '@rivulet/blocks/testing/anyRichText'
import { anyUtf16 } from '@rivulet/blocks/testing/anyUtf16'
import { injections } from '@rivulet/blocks/testing/injections'
import fc from 'fast-check'
import { Transform } from 'prosemirror-transform'
import { beforeEach, describe, expect, test } from 'vitest'
import { workspace } from '#store/workspace/workspace.ts'
import { documentFromBlocks, documentFromJson, documentFromTyped, draftOf, openDraft } from './documents.ts'
import { nodes } from './nodes.ts'
import { schema } from './schema.ts'
import { writtenOf } from './written.ts'

const person = { real_name: 'Alex Kim', label: 'Alex Kim', tz: 'UTC', locale: 'en-US', deleted: false }
const users = {
  U1: { ...person, id: 'U1', name: 'alex' },
  U2: { ...person, id: 'U2', name: 'akim' },
  U3: { ...person, id: 'U3', name: 'ben', label: 'Ben', real_name: 'Ben Okafor' },
}
const known = { users: Object.values(users) }
beforeEach(() => workspace.setState({ users }))

const hostile = fc.oneof(
  anyUtf16(),
  fc.constantFrom(...injections),
  fc.constantFrom(
    '*',
    '**',
    '_a',
    '```',
    '> ',
    '- ',
    '1. ',
    ':tada:',
    '<@U1>',
    '@Ben',
    '\n',
    '/x',
    '|a|\n|-|',
    '\ue000',
  ),
)
const typed = fc.array(hostile, { maxLength: 5 }).map((parts) => parts.join(' '))

describe('[WEB-12] what was typed before the editor was there', () => {
  test.each([
    ['Hello |there', 'Hello |there'],
    ['**bold** and |', '**bold** and |'],
    ['**bo|ld**', '**bo|ld**'],
    ['- one\n- t|wo', '- one\n- t|wo'],
    ['two\nli|nes ', 'two\nli|nes '],
    ['/ask **why** |', '/ask **why** |'],
  ])('%j goes over with its cursor', (given, kept) => {
    const start = given.indexOf('|')
    const text = given.replace('|', '')
    const { doc, selection } = openDraft({ text, picked: [] }, { start, end: start })
    doc.check()
    const marked = new Transform(doc).insert(selection.from, schema.text('|', selection.$from.marks())).doc
    expect(draftOf(marked).text.replaceAll('\\|', '|')).toBe(kept)
  })

  test('keeps every letter, wherever the cursor is', () => {
    const signs = fc.constantFrom('*', '**', '_', '~~', '`', '> ', '- ', '1. ', '\n', '\n\n', 'b c', 'é漢', '👋')
    const words = fc.array(signs, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(words, fc.nat(60), fc.nat(60), (text, one, other) => {
        const [start, end] = [Math.min(one, other, text.length), Math.min(Math.max(one, other), text.length)]
        const { doc, selection } = openDraft({ text, picked: [] }, { start, end })
        doc.check()
        expect(selection.to).toBeLessThanOrEqual(doc.content.size)
        const { doc: without } = openDraft({ text, picked: [] })
        expect(lettersOf(doc.textContent)).toBe(lettersOf(without.textContent))
      }),
      { numRuns: 500 },
    )
  })

  test('keeps who was picked, of two people of one name', () => {
    const picked = [
      { start: 3, end: 12, id: '@U2' },
      { start: 17, end: 26, id: '@U1' },
    ]
    const { doc } = openDraft({ text: 'Hi @Alex Kim and @Alex Kim ', picked }, { start: 26, end: 26 })
    const draft = draftOf(doc)
    expect(draft).toMatchObject({ text: 'Hi @Alex Kim and @Alex Kim', picked })
    expect(writtenOf(draft.document!, known).blocks?.[0].elements).toEqual([
      section({ type: 'text', text: 'Hi ' }, user('U2'), { type: 'text', text: ' and ' }, user('U1')),
    ])
  })
})

describe('[MSG-33] what is sent', () => {
  const send = (doc: EditorNode) => writtenOf(doc, known)
  const typedDocument = (text: string) => documentFromTyped(text).doc.toJSON() as EditorNode

  test('is one rich text, as the public service has it', () => {
    expect(send(typedDocument(' **Plan** `x` :tada:\n- a\n    1. b\n\n> q\n\n```js\ny\n``` '))).toEqual({
      text: '',
      blocks: [
        {
          type: 'rich_text',
          elements: [
            section(
              { type: 'text', text: 'Plan', style: { bold: true } },
              { type: 'text', text: ' ' },
              { type: 'text', text: 'x', style: { code: true } },
              { type: 'text', text: ' ' },
              { type: 'emoji', name: 'tada' },
            ),
            list('bullet', 0, 'a'),
            list('ordered', 1, 'b'),
            { type: 'rich_text_quote', elements: [{ type: 'text', text: 'q' }] },
            { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'y' }], border: 0, language: 'js' },
          ],
        },
      ],
    })
  })

  test('has links for addresses and ids for names that mean one person, but not in code', () => {
    const code = nodes.paragraph.create(null, [
      schema.text('Ask @ben, not @Alex Kim: https://a.b/c. or me@a.bc '),
      schema.text('@ben https://a.b', [schema.marks.code.create()]),
    ])
    const { blocks } = send(nodes.doc.create(null, code).toJSON())
    expect(blocks?.[0].elements).toEqual([
      section(
        { type: 'text', text: 'Ask ' },
        user('U3'),
        { type: 'text', text: ', not @Alex Kim: ' },
        { type: 'link', url: 'https://a.b/c' },
        { type: 'text', text: '. or ' },
        { type: 'link', url: 'mailto:me@a.bc', text: 'me@a.bc' },
        { type: 'text', text: ' ' },
        { type: 'text', text: '@ben https://a.b', style: { code: true } },
      ),
    ])
  })

  test.each([
    ['/ask **why** @Ben', '/ask **why** @Ben'],
    ['| a |\n|---|\n| 1 |', '| a |\n|---|\n| 1 |'],
    ['# Title', '# Title'],
  ])('of %j is what was typed', (text, sent) => expect(send(typedDocument(text))).toEqual({ text: sent }))

  test('of nothing is nothing', () => {
    for (const text of ['', '  \n ']) expect(send(typedDocument(text))).toEqual({ text: '' })
    expect(
      draftOf(
        documentFromJson({
          type: 'doc',
          content: [{ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }],
        })!,
      ).text,
    ).toBe('')
  })

  test('is a message that the server takes, whatever is typed', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { blocks } = send(typedDocument(text))
        if (blocks) expect(checkBlocks(blocks)).toMatchObject({ ok: true })
      }),
      { numRuns: 500 },
    )
  })

  test('is the same when it is changed and left as it was', () => {
    fc.assert(
      fc.property(anyRichText, (richText) => {
        const document = documentFromBlocks([richText])
        if (!document) return
        const { blocks } = send(document)
        if (!blocks) return
        expect(checkBlocks(blocks)).toMatchObject({ ok: true })
        expect(send(documentFromBlocks(blocks)!)).toEqual({ text: '', blocks })
      }),
    )
  })

  test('draws no unsafe address in the editor', () => {
    const link = { type: 'link' as const, url: 'javascript:top.harm=1', text: 'here' }
    const document = documentFromRichText({ elements: [section(link)] })
    expect(JSON.stringify(document)).not.toContain('javascript')
  })
})

function lettersOf(text: string): string {
  return text.replaceAll(/\P{L}/gu, '')
}

function section(...elements: object[]) {
  return { type: 'rich_text_section' as const, elements: elements as never[] }
}
function user(id: string) {
  return { type: 'user', user_id: id }
}
function list(style: string, indent: number, ...items: string[]) {
  const elements = items.map((text) => section({ type: 'text', text }))
  return { type: 'rich_text_list', elements, style, indent, border: 0 }
}

test.each([
  ['deep', (): EditorNode => Array.from({ length: 240 }).reduce<EditorNode>(nest, paragraph('a'))],
  ['large', (): EditorNode => paragraph(...Array.from({ length: 70_000 }, (_, i) => (i % 2 ? 'b' : 'a')))],
])('[WEB-12] a document that is too %s for a rich text is kept, and sent as its words', (_, make) => {
  const document: EditorNode = { type: 'doc', content: [make()] }
  const { text } = draftOf(documentFromJson(document)!)
  expect(text).toMatch(/^[ab]+$/)
  expect(writtenOf(document, known)).toEqual({ text })
})

function nest(inner: EditorNode): EditorNode {
  const content = inner.type === 'paragraph' ? [inner] : [paragraph(), inner]
  return { type: 'bulletList', content: [{ type: 'listItem', content }] }
}

function paragraph(...words: string[]): EditorNode {
  const content = words.map((text, i) => ({ type: 'text', text, ...(i % 2 ? { marks: [{ type: 'bold' }] } : {}) }))
  return { type: 'paragraph', ...(content.length > 0 ? { content } : {}) }
}
