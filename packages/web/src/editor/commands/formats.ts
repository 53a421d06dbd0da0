import { lift, toggleMark, wrapIn } from 'prosemirror-commands'
import { Fragment, type MarkType, type Node } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state'
import { safeHref } from '@rivulet/blocks/links'
import { literalText } from '#editor/document/documents.ts'
import { listDepth, nextItem, onOwnLines, separateLines, toggleList } from './lists.ts'
import { codeLanguages } from '#editor/document/codeLanguages.ts'
import { isA, marks, nodes } from '#editor/document/nodes.ts'
import { schema } from '#editor/document/schema.ts'

/** What the buttons of the toolbar and the keys do. */
export const formats = {
  bold: toggleMark(marks.bold),
  italic: toggleMark(marks.italic),
  strike: toggleMark(marks.strike),
  code: toggleMark(marks.code),
  orderedList: toggleList(nodes.orderedList),
  bulletList: toggleList(nodes.bulletList),
  blockquote: toggleQuote,
  codeBlock: toggleCodeBlock,
} satisfies Record<string, Command>

export type Format = keyof typeof formats

/** Which formats there are at the cursor, or in the whole selection. */
export function activeFormats(state: EditorState): ReadonlySet<Format | 'link'> {
  const active = new Set<Format | 'link'>()
  for (const name of ['bold', 'italic', 'strike', 'code', 'link'] as const)
    if (isMarked(state, marks[name])) active.add(name)
  const { $from } = state.selection
  const depth = listDepth($from)
  if (depth !== undefined) active.add(isA($from.node(depth), 'bulletList') ? 'bulletList' : 'orderedList')
  if (isA($from.parent, 'codeBlock')) active.add('codeBlock')
  if (isA($from.node(1), 'blockquote')) active.add('blockquote')
  return active
}

function isMarked({ doc, selection, storedMarks }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined
  let all = true
  doc.nodesBetween(from, to, (node) => {
    if (node.isText) all &&= type.isInSet(node.marks) !== undefined
  })
  return all && doc.rangeHasMark(from, to, type)
}

function toggleQuote(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  const quoted = isA(state.selection.$from.node(1), 'blockquote')
  return quoted ? lift(state, dispatch) : onOwnLines(wrapIn(nodes.blockquote))(state, dispatch)
}

function toggleCodeBlock(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  const { $from } = state.selection
  if (isA($from.parent, 'codeBlock')) {
    const lines = nodes.paragraph.create(null, toLines(literalText($from.parent).text))
    dispatch?.(state.tr.replaceWith($from.before(), $from.after(), lines))
    return true
  }
  const tr = separateLines(state)
  const { $from: first, $to: last } = tr.selection
  const range = first.blockRange(last)
  if (!range?.parent.canReplaceWith(range.startIndex, range.endIndex, nodes.codeBlock)) return false
  if (!dispatch) return true
  const blocks: Node[] = []
  for (let i = range.startIndex; i < range.endIndex; i++) blocks.push(range.parent.child(i))
  const code = blocks.map((block) => literalText(block).text).join('\n')
  tr.replaceWith(range.start, range.end, nodes.codeBlock.create(null, code === '' ? null : schema.text(code)))
  tr.setSelection(Selection.near(tr.doc.resolve(range.start + 1 + code.length), -1))
  dispatch(tr.scrollIntoView())
  return true
}

function toLines(text: string): Fragment {
  const lines = text
    .split('\n')
    .flatMap((line, i): Node[] => [
      ...(i > 0 ? [nodes.hardBreak.create()] : []),
      ...(line === '' ? [] : [schema.text(line)]),
    ])
  return Fragment.fromArray(lines)
}

/** [WEB-12] Whether there is nothing but the name of a language in a code block: it is that of the code. */
export function namesLanguage({ selection: { $from, empty } }: EditorState): boolean {
  const { parent, parentOffset } = $from
  if (!empty || !isA(parent, 'codeBlock') || parent.attrs['language'] || parentOffset < parent.content.size)
    return false
  return codeLanguages.has(parent.textContent.toLowerCase())
}

/** Goes on without sending: with the next line or item, or after an empty one behind the list, quote or code. */
export const continueWriting: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (nextItem(state, dispatch)) return true
  const { tr } = state
  const atEnd = empty && $from.parentOffset === $from.parent.content.size
  if (isA($from.parent, 'codeBlock')) {
    if (namesLanguage(state)) {
      tr.setNodeAttribute($from.before(), 'language', $from.parent.textContent.toLowerCase())
      dispatch?.(tr.delete($from.start(), $from.pos).scrollIntoView())
    } else if (atEnd && $from.parent.textContent.endsWith('\n\n')) {
      tr.delete($from.pos - 2, $from.pos)
      dispatch?.(addParagraph(tr, tr.mapping.map($from.after())))
    } else dispatch?.(tr.insertText('\n').scrollIntoView())
    return true
  }
  if (isA($from.node(1), 'blockquote') && atEnd && $from.index(1) === $from.node(1).childCount - 1) {
    const { nodeBefore } = $from
    if (!nodeBefore || isA(nodeBefore, 'hardBreak')) {
      if (nodeBefore) tr.delete($from.pos - 1, $from.pos)
      dispatch?.(addParagraph(tr, tr.mapping.map($from.after(1))))
      return true
    }
  }
  dispatch?.(tr.replaceSelectionWith(nodes.hardBreak.create(), false).scrollIntoView())
  return true
}

/** Leaves a code block, quote or list at the end of the document for a line behind it. */
export const leaveLastBlock: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const isLast = $from.index(0) === state.doc.childCount - 1
  const atEnd = empty && $from.pos === Selection.atEnd(state.doc).to
  if (!isLast || !atEnd || isA($from.node(1), 'paragraph')) return false
  dispatch?.(addParagraph(state.tr, $from.after(1)))
  return true
}

function addParagraph(tr: EditorState['tr'], at: number) {
  tr.insert(at, nodes.paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView()
}

/** At the start of a code block: its lines become text. */
export const unwrapCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  return empty && $from.parentOffset === 0 && isA($from.parent, 'codeBlock') && toggleCodeBlock(state, dispatch)
}

/** The address of the link at the cursor, and where the link begins and ends. */
export function linkAt(state: EditorState): { from: number; to: number; href: string } | undefined {
  const { $from } = state.selection
  const at = $from.parent.childAfter($from.parentOffset)
  const before = $from.parent.childBefore($from.parentOffset)
  const found = [at, before].find(({ node }) => node && marks.link.isInSet(node.marks))
  const href: unknown = found?.node && marks.link.isInSet(found.node.marks)?.attrs['href']
  if (!found?.node || typeof href !== 'string') return undefined
  const from = $from.start() + found.offset
  return { from, to: from + found.node.nodeSize, href }
}

/** Makes the selection, or the link at the cursor, a link to an address; without either, adds the address itself. */
export function setLink(address: string): Command {
  return (state, dispatch) => {
    const href = safeHref(address) ?? safeHref(`https://${address}`)
    const { from, to, empty, $from } = state.selection
    if (href === undefined || (empty && !$from.parent.type.allowsMarkType(marks.link))) return false
    const { tr } = state
    const link = marks.link.create({ href })
    const old = empty ? linkAt(state) : undefined
    if (old) tr.removeMark(old.from, old.to, marks.link).addMark(old.from, old.to, link)
    else if (empty) tr.insert(from, schema.text(address, [link]))
    else tr.addMark(from, to, link)
    const end = Selection.near(tr.doc.resolve(tr.mapping.map(old?.to ?? to)), -1)
    dispatch?.(tr.setSelection(end).removeStoredMark(marks.link).scrollIntoView())
    return true
  }
}

/** Takes the link at the cursor or in the selection away. */
export const removeLink: Command = (state, dispatch) => {
  const { from, to } = (state.selection.empty ? linkAt(state) : undefined) ?? state.selection
  dispatch?.(state.tr.removeMark(from, to, marks.link))
  return true
}
