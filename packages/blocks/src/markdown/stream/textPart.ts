import type { MarkdownStream } from '#markdown'

/** Markdown source of a streamed reply, joined from chunks that came one after another. */
export type TextPart = { readonly type: 'text'; readonly text: string }

/** The parser state of a text. It belongs to the newest part, so that a delta costs no more than the open end. */
export const parserStates = new WeakMap<TextPart, { stream: MarkdownStream }>()

/** A text part with more text at its end. Takes over the parser state. */
export function extendText(text: TextPart, more: string): TextPart {
  const next: TextPart = { type: 'text', text: text.text + more }
  const state = parserStates.get(text)
  if (state) {
    parserStates.delete(text)
    state.stream.push(more)
    parserStates.set(next, state)
  }
  return next
}

const continuations = new WeakMap<TextPart, TextPart>()

/** Joins two texts for display; in the reply they stay two parts. Extends what was joined before. */
export function joinText(first: TextPart, more: string): TextPart {
  const text = first.text + more
  const known = continuations.get(first)
  if (known?.text === text) return known
  const next =
    known && text.startsWith(known.text) ? extendText(known, text.slice(known.text.length)) : { ...first, text }
  continuations.set(first, next)
  return next
}
