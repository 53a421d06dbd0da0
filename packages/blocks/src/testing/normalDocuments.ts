import fc from 'fast-check'
import { styleFlags } from '#editor/node'
import type { EditorNode } from '#editorDocument'

const markList = fc.subarray([...styleFlags], { maxLength: 2 }).map((names) => names.map((type) => ({ type })))
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

/** Content as an editor keeps it: no neighbours that could be merged, and no two line breaks in a row. */
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
/** Paragraphs of which the last is not empty, because blank lines at the end are dropped. */
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
  // Two lists of the same kind in a row would be one list.
  return fc.array(list, { minLength: 1, maxLength: 2 }).filter(([one, other]) => !other || one?.type !== other.type)
}

/** Documents that stay the same when converted to rich text and back. */
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
