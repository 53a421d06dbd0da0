import type { StateBlock, StateCore } from 'markdown-it'
import type { Steps } from '#text/steps'

const tab = 9
const space = 32
/** How many lines are looked at in one step. */
const perStep = 2000

/** Divides the text into tokens of blocks as the parser does, in steps: its lines, then one construct after the other. */
export function* tokenizeInSteps({ src, md, env, tokens }: StateCore): Steps<void> {
  if (src === '') return
  const state = new md.block.State('', md, env, tokens)
  yield* readLinesInSteps(state, src)
  const rules = md.block.ruler.getRules('')
  for (let line = 0; ; line = state.line) {
    state.line = line = state.skipEmptyLines(line)
    if (line >= state.lineMax) return
    if (!rules.some((rule) => rule(state, line, state.lineMax, false))) throw new Error('No rule takes the line.')
    yield
  }
}

/** Notes where the lines begin and end, and how far they are indented. */
function* readLinesInSteps(state: StateBlock, src: string): Steps<void> {
  state.src = src
  const { bMarks, eMarks, tShift, sCount, bsCount } = state
  for (const marks of [bMarks, eMarks, tShift, sCount, bsCount]) marks.length = 0
  for (let start = 0, end = 0; start < src.length; start = end + 1) {
    end = src.indexOf('\n', start)
    if (end === -1) end = src.length
    let at = start
    let columns = 0
    for (; at < end && isBlank(src.charCodeAt(at)); at++) columns += src.charCodeAt(at) === tab ? 4 - (columns % 4) : 1
    // The parser sees no line in blanks at the end.
    if (at === src.length) break
    bMarks.push(start)
    eMarks.push(end)
    tShift.push(at - start)
    sCount.push(columns)
    bsCount.push(0)
    if (bMarks.length % perStep === 0) yield
  }
  // The rules look one line further than there are lines.
  bMarks.push(src.length)
  eMarks.push(src.length)
  tShift.push(0)
  sCount.push(0)
  bsCount.push(0)
  state.lineMax = bMarks.length - 1
}

function isBlank(code: number): boolean {
  return code === space || code === tab
}
