import { Fragment, type Node, type NodeType, type ResolvedPos } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { isA, nodes } from '#editor/document/nodes.ts'

/** How deep the list around the cursor is in the document; undefined if there is none. */
export function listDepth($pos: ResolvedPos): number | undefined {
  for (let depth = $pos.depth; depth > 0; depth--) if (isA($pos.node(depth), 'bulletList', 'orderedList')) return depth
  return undefined
}

/** Puts the lines of the selection into a list, changes the kind of their list, or takes them out of it. */
export function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const depth = listDepth($from)
    if (depth === undefined) return onOwnLines(wrapInList(type))(state, dispatch)
    if ($from.node(depth).type === type) return liftListItem(nodes.listItem)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup($from.before(depth), type).scrollIntoView())
    return true
  }
}

/** Goes on with the next item. After an empty one, the list ends. */
export const nextItem: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (listDepth($from) === undefined) return false
  const item = $from.node(-1)
  const isEmpty = item.childCount === 1 && $from.parent.content.size === 0
  return (isEmpty ? liftListItem(nodes.listItem) : splitListItem(nodes.listItem))(state, dispatch)
}

/**
 * Runs a command after the lines of the selection were made paragraphs of their own: a paragraph may have several lines,
 * and a list has one of them in each item.
 */
export function onOwnLines(command: Command): Command {
  return (state, dispatch) => {
    const tr = separateLines(state)
    // Whether it can be done is asked after each key.
    if (!dispatch) return command(state.apply(tr))
    if (!follow(state, tr, command)) return false
    dispatch(tr.scrollIntoView())
    return true
  }
}

/** Adds what a command would do after a transaction to it. Returns false if the command does not apply. */
export function follow(state: EditorState, tr: Transaction, command: Command): boolean {
  return command(state.apply(tr), (change) => {
    for (const step of change.steps) tr.step(step)
    tr.setSelection(Selection.fromJSON(tr.doc, change.selection.toJSON()))
  })
}

/** Splits the paragraphs of the selection at the line breaks in and around it. */
export function separateLines(state: EditorState): Transaction {
  const { tr } = state
  const { from, to } = state.selection
  const breaks: number[] = []
  state.doc.nodesBetween(from, to, (block, start) => {
    if (!isA(block, 'paragraph')) return true
    const all: number[] = []
    block.forEach((child, offset) => isA(child, 'hardBreak') && all.push(start + 1 + offset))
    const before = all.findLast((at) => at < from)
    const after = all.find((at) => at >= to)
    const own = all.filter((at) => at === before || at === after || (at >= from && at < to))
    // All at once: a step for each of thousands of lines would copy all of them each time.
    if (own.length > 0) {
      const place = tr.mapping.map(start)
      tr.replaceWith(place, place + block.nodeSize, splitAt(block, start + 1, own))
    }
    breaks.push(...own)
    return false
  })
  if (!tr.docChanged) return tr
  // A break becomes the end of a paragraph and the start of the next one.
  const [start = from, end = to] = [from, to].map((pos) => pos + breaks.filter((at) => at < pos).length)
  return tr.setSelection(TextSelection.between(tr.doc.resolve(start), tr.doc.resolve(end)))
}

/** The paragraphs of one that is split at line breaks. `first`: where its content begins. */
function splitAt(block: Node, first: number, breaks: readonly number[]): Node[] {
  const ends = new Set(breaks)
  const lines: Node[][] = [[]]
  block.forEach((child, offset) => {
    if (ends.has(first + offset)) lines.push([])
    else lines.at(-1)?.push(child)
  })
  return lines.map((line) => block.copy(Fragment.fromArray(line)))
}
