import { safeHref } from '@rivulet/blocks/links'
import { Slice } from 'prosemirror-model'
import { Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { setLink } from './formats.ts'
import { documentFromTyped } from '#editor/document/documents.ts'
import { isA } from '#editor/document/nodes.ts'
import { workspace } from '#store/workspace/workspace.ts'

/** Puts in text that comes at once: pasted, dictated, or completed by a keyboard. Markdown in it becomes formats. */
export function insertTyped(
  { state, dispatch }: EditorView,
  text: string,
  at: { from: number; to: number } = state.selection,
): void {
  const { from, to } = at
  const $from = state.doc.resolve(from)
  const lines = text.replaceAll(/\r\n?/g, '\n')
  if (isA($from.parent, 'codeBlock')) return dispatch(state.tr.insertText(lines, from, to).scrollIntoView())
  const { doc } = documentFromTyped(lines)
  const [openStart, openEnd] = [doc.firstChild, doc.lastChild].map((block) => (isA(block, 'paragraph') ? 1 : 0))
  const tr = state.tr.replaceRange(from, to, new Slice(doc.content, openStart ?? 0, openEnd ?? 0))
  dispatch(tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(to)), -1)).scrollIntoView())
}

/** Nobody reads more of them in a message, and each one costs the browser as much as a paragraph. */
const mostLines = 2000

/**
 * A pasted text that is too long for any message, or has thousands of lines, is a file of it. A page with it would stand
 * still for seconds or minutes. In a code block, lines are cheap.
 */
export function handleLongPaste(
  { state }: Pick<EditorView, 'state'>,
  event: ClipboardEvent,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const text = event.clipboardData?.getData('text/plain') ?? ''
  const inCode = isA(state.selection.$from.parent, 'codeBlock')
  const fits = text.length <= workspace.getState().limits.text && (inCode || countLines(text) <= mostLines)
  if (fits) return false
  event.preventDefault()
  onFiles([new File([text], 'pasted.txt', { type: 'text/plain' })])
  return true
}

function countLines(text: string): number {
  return text.split(/\r\n?|\n/).length
}

/** What a person pastes: files, an address on words that become a link, the code of a page, or text as Markdown. */
export function handlePaste(
  view: EditorView,
  event: ClipboardEvent,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const data = event.clipboardData
  if (!data) return false
  if (data.files.length > 0) {
    onFiles([...data.files])
    return true
  }
  const text = data.getData('text/plain')
  const html = data.getData('text/html')
  const { selection } = view.state
  if (isA(selection.$from.parent, 'codeBlock')) {
    insertTyped(view, text)
    return true
  }
  const address = text.trim()
  if (!selection.empty && /^(https?:\/\/|mailto:)\S+$/.test(address) && safeHref(address) !== undefined)
    return setLink(address)(view.state, view.dispatch)
  // The cells of a table would be words side by side.
  if (html !== '' && !(/<table/i.test(html) && text !== '')) return false
  if (text === '') return false
  insertTyped(view, text)
  return true
}
