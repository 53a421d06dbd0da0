import type { Block } from '#types'
import { MarkdownStream } from '#markdown'
import type { Steps } from '#text/steps'

/** Markdown source of a streamed reply, joined from chunks that came one after another. */
export type TextPart = { readonly type: 'text'; readonly text: string }

// The parser state of a text belongs to its newest part, so that a delta costs no more than the open end.
const states = new WeakMap<TextPart, { stream: MarkdownStream }>()

function stateOf(part: TextPart): { stream: MarkdownStream } {
  const known = states.get(part)
  if (known) return known
  const state = { stream: new MarkdownStream() }
  state.stream.push(part.text)
  states.set(part, state)
  return state
}

export function blocksOfText(part: TextPart, open: boolean): Block[] {
  return stateOf(part).stream.blocks(open)
}

/** Up to this length, a text that may still grow is read in one step. */
const maxInOneStep = 10_000

export function* blocksOfTextInSteps(part: TextPart, open: boolean): Steps<Block[]> {
  const state = stateOf(part)
  if (!open) return yield* state.stream.blocksInSteps(false)
  if (state.stream.unreadLength <= maxInOneStep) return state.stream.blocks(true)
  // The text may grow and be read between two steps, which are therefore those of a copy.
  const copy = new MarkdownStream()
  copy.push(part.text)
  const blocks = yield* copy.blocksInSteps(true)
  copy.push(state.stream.source.slice(part.text.length))
  state.stream = copy
  return blocks
}

/** A text part with more text at its end. Takes over the parser state. */
export function extendText(text: TextPart, more: string): TextPart {
  const next: TextPart = { type: 'text', text: text.text + more }
  const state = states.get(text)
  if (state) {
    states.delete(text)
    state.stream.push(more)
    states.set(next, state)
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
