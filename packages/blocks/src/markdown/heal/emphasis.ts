/** A run of `*`, `_` or `~`: the index of its segment, and the characters before and after it. */
export type DelimiterRun = { segment: number; before: string; after: string }

type OpenDelimiter = { char: string; length: number }

/** Joins the segments, closes open emphasis, and drops the last run if it is not clear yet what it will be. */
export function closeEmphasis(segments: string[], runs: readonly DelimiterRun[]): string {
  const open: OpenDelimiter[] = []
  const end = segments.findLastIndex((segment) => segment.trim() !== '')
  for (const run of runs) {
    const text = segments[run.segment] ?? ''
    const char = text[0] ?? ''
    // A single tilde is text.
    if (char === '~' && text.length !== 2 && run.segment !== end) continue
    const { opens, closes } = flankingOf(char, run)
    if (run.segment === end) {
      if (!closes || !closesExactly(open, char, text.length)) segments[run.segment] = ''
      continue
    }
    const left = closes ? closeDelimiters(open, char, text.length) : text.length
    const inWord = char === '*' && text.length === 1 && isWord(run.before) && isWord(run.after)
    if (left > 0 && opens && !inWord) open.push({ char, length: left })
  }
  const closers = open.toReversed().map(({ char, length }) => char.repeat(length))
  return segments.join('').trimEnd() + closers.join('')
}

function flankingOf(char: string, { before, after }: DelimiterRun): { opens: boolean; closes: boolean } {
  const left = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
  const right = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
  if (char !== '_') return { opens: left, closes: right }
  return { opens: left && (!right || isPunctuation(before)), closes: right && (!left || isPunctuation(after)) }
}

/** Pops what a run of this length closes. Returns the length that closed nothing. */
function closeDelimiters(open: OpenDelimiter[], char: string, length: number): number {
  let left = length
  for (
    let i = open.findLastIndex((delimiter) => delimiter.char === char);
    i >= 0 && left > 0;
    i = open.findLastIndex((delimiter) => delimiter.char === char)
  ) {
    const top = open[i]
    if (!top) break
    open.length = i
    const used = Math.min(left, top.length)
    left -= used
    if (top.length > used) open.push({ char, length: top.length - used })
  }
  return left
}

/** Whether the run closes delimiters exactly; if so, pops them. */
function closesExactly(open: OpenDelimiter[], char: string, length: number): boolean {
  let sum = 0
  for (let i = open.length - 1; i >= 0 && sum < length; i--) {
    const delimiter = open[i]
    if (delimiter?.char === char) sum += delimiter.length
    if (sum === length) {
      open.length = i
      return true
    }
  }
  return false
}

function isSpace(char: string): boolean {
  return /\s/.test(char)
}

function isPunctuation(char: string): boolean {
  return /[\p{P}\p{S}]/u.test(char)
}

function isWord(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char)
}
