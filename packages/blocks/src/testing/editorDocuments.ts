import fc from 'fast-check'
import { Schema } from 'prosemirror-model'
import type { EditorNode } from '#editorDocument'
import { flags } from '#editor/node'

const attributes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { default: null }]))
const atom = (...names: string[]) => ({
  group: 'inline',
  inline: true,
  atom: true,
  attrs: attributes(...names, 'unlink', 'client_highlight'),
})

/** What an editor declares that is to hold everything, as docs/spec/editor-document.md says it. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*' },
    bulletList: { group: 'block', content: 'listItem+', attrs: attributes('shift', 'border') },
    orderedList: { group: 'block', content: 'listItem+', attrs: attributes('start', 'shift', 'border') },
    listItem: { content: 'paragraph block*' },
    blockquote: { group: 'block', content: 'block+', attrs: attributes('border') },
    codeBlock: { group: 'block', content: 'inline*', marks: 'link', attrs: attributes('language', 'border') },
    text: { group: 'inline' },
    hardBreak: { group: 'inline', inline: true },
    mention: atom('kind', 'id'),
    color: atom('value'),
    date: atom('timestamp', 'format', 'url', 'fallback', 'timezone'),
    emoji: atom('name', 'unicode', 'skin_tone', 'url'),
    citation: atom('text', 'url', 'file_id', 'details'),
    tag: atom('text', 'url', 'file_id', 'details'),
    canvas: atom('text', 'url', 'file_id', 'details'),
  },
  marks: {
    link: { attrs: { href: {}, unsafe: { default: null } }, inclusive: false },
    ...Object.fromEntries(flags.map((flag) => [flag, {}])),
  },
})

const markList = fc.subarray([...flags], { maxLength: 2 }).map((names) => names.map((type) => ({ type })))
const linkMark = fc
  .tuple(fc.constantFrom('https://a.b', 'mailto:a@b.c'), fc.boolean())
  .map(([href, unsafe]) => ({ type: 'link', attrs: { href, ...(unsafe ? { unsafe } : {}) } }))
const words = fc.constantFrom('a', 'b c', 'é👋', ' x ', 'https://a.b')
const withMarks = (node: EditorNode, marks: EditorNode['marks'] = []): EditorNode =>
  marks.length > 0 ? { ...node, marks } : node

const inline: fc.Arbitrary<EditorNode> = fc.oneof(
  fc.tuple(words, markList).map(([text, marks]) => withMarks({ type: 'text', text }, marks)),
  fc.tuple(words, linkMark, markList).map(([text, link, rest]) => withMarks({ type: 'text', text }, [link, ...rest])),
  markList.map((marks) => withMarks({ type: 'hardBreak' }, marks)),
  fc
    .tuple(
      fc.constantFrom(
        { type: 'mention', attrs: { kind: 'user', id: 'U1', unlink: true } },
        { type: 'mention', attrs: { kind: 'channel', id: 'C1', client_highlight: true } },
        { type: 'mention', attrs: { kind: 'usergroup', id: 'S1' } },
        { type: 'mention', attrs: { kind: 'broadcast', id: 'here' } },
        { type: 'emoji', attrs: { name: 'wave', skin_tone: 3 } },
        { type: 'color', attrs: { value: '#fff' } },
        { type: 'date', attrs: { timestamp: 0, format: '{date}', url: 'https://a.b' } },
        { type: 'citation', attrs: { text: '[1]', details: { title: 'T' } } },
      ),
      markList,
    )
    .map(([node, marks]) => withMarks(node, marks)),
)

/** As an editor keeps it: no two neighbours that could be one, and no two line breaks that would be a blank line. */
const content = fc.array(inline, { minLength: 1, maxLength: 5 }).filter((nodes) =>
  nodes.every((node, i) => {
    const before = nodes[i - 1]
    const alike = JSON.stringify(before?.marks) === JSON.stringify(node.marks)
    return !alike || before?.type !== node.type || (node.type !== 'text' && node.type !== 'hardBreak')
  }),
)
const paragraph = content
  .filter((nodes) => nodes.at(-1)?.type !== 'hardBreak')
  .map((nodes): EditorNode => ({ type: 'paragraph', content: nodes }))
const empty: EditorNode = { type: 'paragraph' }
/** Paragraphs of which the last is not empty: blank lines at the end are nothing. */
const paragraphs = fc
  .tuple(fc.array(fc.oneof(paragraph, fc.constant(empty)), { maxLength: 2 }), paragraph)
  .map(([first, last]) => [...first, last])

const some = (attrs: object): Pick<EditorNode, 'attrs'> =>
  Object.keys(attrs).length > 0 ? { attrs: { ...attrs } } : {}
const bordered = fc.constantFrom({}, { border: 1 })
const blockquote = fc
  .tuple(bordered, paragraphs)
  .map(([attrs, nodes]): EditorNode => ({ type: 'blockquote', ...some(attrs), content: nodes }))
const codeBlock = fc
  .tuple(bordered, fc.constantFrom({}, { language: 'js' }), fc.constantFrom('a\n\nb', '\n', ' x'), fc.boolean())
  .map(([border, language, text, more]): EditorNode => {
    const link = { type: 'text', text: 'l', marks: [{ type: 'link', attrs: { href: 'https://a.b' } }] }
    const nodes = [
      { type: 'text', text },
      ...(more ? [link, { type: 'mention', attrs: { kind: 'user', id: 'U1' } }] : []),
    ]
    return { type: 'codeBlock', ...some({ ...border, ...language }), content: nodes }
  })

function lists(depth: number): fc.Arbitrary<EditorNode[]> {
  const below = depth === 0 ? fc.constant([]) : fc.oneof(fc.constant([]), lists(depth - 1))
  const item = fc
    .tuple(fc.oneof(paragraphs, fc.constant([empty])), below)
    .map(([words, deeper]): EditorNode => ({ type: 'listItem', content: [...words, ...deeper] }))
  const list = fc
    .tuple(fc.boolean(), fc.constantFrom({}, { start: 4 }), bordered, fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([ordered, start, border, items]): EditorNode => ({
      type: ordered ? 'orderedList' : 'bulletList',
      ...some({ ...(ordered ? start : {}), ...border }),
      content: items,
    }))
  // Two of the same kind, one behind the other, would be one that goes on.
  return fc.array(list, { minLength: 1, maxLength: 2 }).filter(([one, other]) => !other || one?.type !== other.type)
}

/** Documents that hold nothing that a rich text says in another way. */
export const normalDocuments: fc.Arbitrary<EditorNode> = fc
  .array(
    fc.oneof(
      paragraphs,
      blockquote.map((one) => [one]),
      codeBlock.map((one) => [one]),
      lists(2),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.flatMap((part, i) => (isList(part) && isList(parts[i - 1] ?? []) ? [] : part)))
  .map((nodes): EditorNode => ({ type: 'doc', content: nodes.length > 0 ? nodes : [empty] }))

function isList(nodes: readonly EditorNode[]): boolean {
  return nodes[0]?.type?.endsWith('List') === true
}

/** What no editor would give, but somebody may send. */
export const oddDocuments: fc.Arbitrary<EditorNode> = fc.letrec<{ node: EditorNode }>((tie) => ({
  node: fc.record(
    {
      type: fc.constantFrom(
        ...Object.keys(schema.nodes),
        'heading',
        'image',
        'horizontalRule',
        'table',
        'listItem',
        '__proto__',
      ),
      text: fc.oneof(fc.string(), fc.constant('x'), fc.constant(7 as never)),
      attrs: fc.oneof(
        fc.dictionary(
          fc.constantFrom(
            'kind',
            'id',
            'start',
            'shift',
            'border',
            'language',
            'name',
            'timestamp',
            'format',
            'value',
            'alt',
          ),
          fc.constantFrom<unknown>(1, -1, 1e9, 'user', 'constructor', '#fff', null, {}, [1]),
        ),
        fc.constant(null as never),
      ),
      marks: fc.array(
        fc.constantFrom(
          { type: 'bold' },
          { type: 'link' },
          { type: 'link', attrs: { href: 'x'.repeat(4000) } },
          null as never,
        ),
        { maxLength: 2 },
      ),
      content: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'odd' }),
    },
    { requiredKeys: [] },
  ),
})).node
