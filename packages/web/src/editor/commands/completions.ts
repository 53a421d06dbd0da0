import { type EditorState, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { mentionId } from '#editor/suggestions/findSuggestions.ts'
import type { Completion } from '#editor/suggestions/useSuggestions.ts'
import { emojiNode, hasMark, isA, isBlank, mentionNode, nodes } from '#editor/document/nodes.ts'
import { schema } from '#editor/document/schema.ts'

/** What is typed around the cursor, for suggestions. */
export type TypingContext = { text: string; cursor: number }

export const noContext: TypingContext = { text: '', cursor: -1 }

/** The text of the block with the cursor. Nothing is suggested in code. Only the first block can be a command. */
export function typingContext({ selection, storedMarks }: EditorState): TypingContext {
  const { $from, empty } = selection
  if (!empty || isA($from.parent, 'codeBlock') || hasMark(storedMarks ?? $from.marks(), 'code')) return noContext
  const text = $from.parent.textBetween(0, $from.parent.content.size, null, '\ufffc')
  const isFirst = $from.depth === 1 && $from.index(0) === 0
  return isFirst ? { text, cursor: $from.parentOffset } : { text: `\n${text}`, cursor: $from.parentOffset + 1 }
}

/** Mentions somebody at the cursor, with a space behind it. */
export function insertMention(view: EditorView, userId: string): void {
  const { tr } = view.state
  view.dispatch(
    tr
      .replaceSelectionWith(mentionNode(`@${userId}`))
      .insertText(' ')
      .scrollIntoView(),
  )
  view.focus()
}

/** Puts a quote where the cursor is, and the cursor below it. */
export function insertQuote(view: EditorView, text: string): void {
  const { doc, selection, tr } = view.state
  const lines = text.split('\n').map((line) => nodes.paragraph.create(null, line === '' ? null : schema.text(line)))
  const added = [nodes.blockquote.create(null, lines), nodes.paragraph.create()]
  const { $from } = selection
  const at = isBlank(doc) ? 0 : $from.depth === 0 ? $from.pos : $from.after(1)
  if (isBlank(doc)) tr.replaceWith(0, doc.content.size, added)
  else tr.insert(at, added)
  const size = added.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + size - 1)).scrollIntoView())
  view.focus()
}

/** Puts what was picked in the place of what was typed of it, with a space behind it. */
export function insertCompletion(view: EditorView, completion: Completion): void {
  const { state } = view
  const { $from } = state.selection
  const { tr } = state
  if ('command' in completion) {
    const text = schema.text(`${completion.command.command} `)
    tr.replaceWith(0, tr.doc.content.size, nodes.paragraph.create(null, text))
  } else {
    const node =
      'mentioned' in completion
        ? mentionNode(mentionId(completion.mentioned))
        : 'channel' in completion
          ? mentionNode(`#${completion.channel.id}`)
          : emojiNode(completion.emoji)
    const from = $from.pos - completion.query.text.length - 1
    const marks = $from.marks()
    const behind = $from.parent.textBetween($from.parentOffset, $from.parent.content.size, null, '\ufffc')
    // A colon that was there already belongs to the name.
    const to = $from.pos + (behind.startsWith(' ') || ('emoji' in completion && behind.startsWith(':')) ? 1 : 0)
    tr.replaceWith(from, to, [node.mark(marks), schema.text(' ', marks)])
  }
  view.dispatch(tr.scrollIntoView())
  view.focus()
}
