import type { Block } from '#types'
import { MarkdownStream } from '#markdown'
import { parserStates, type TextPart } from '#markdown/stream/textPart'
import type { Steps } from '#text/steps'

function stateOf(part: TextPart): { stream: MarkdownStream } {
  const known = parserStates.get(part)
  if (known) return known
  const state = { stream: new MarkdownStream() }
  state.stream.push(part.text)
  parserStates.set(part, state)
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
