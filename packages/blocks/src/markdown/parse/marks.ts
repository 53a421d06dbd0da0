/**
 * [RT-19] How many marks of a text are always read. Answers of models have one in six characters, and a text of nothing but
 * marks takes a hundred times as long to read as words.
 */
const maxMarks = 5000

/** A document with fewer marks than one in so many characters is read up to a later one, which takes several steps. */
const sparse = 3
const maxSparseMarks = { text: 0, growing: 12_000, document: 20_000 }

/**
 * Cuts a text before the line in which it has more marks than are read. What follows is shown as it is. Lines of a fenced
 * code block do not count, since nothing is read in them.
 */
export function cutAtLastMark(
  source: string,
  of: keyof typeof maxSparseMarks = 'text',
): { read: string; rest: string } {
  if (source.length * dearest <= maxMarks) return { read: source, rest: '' }
  let marks = 0
  let fence = ''
  for (let start = 0; start < source.length;) {
    const newline = source.indexOf('\n', start)
    const end = newline < 0 ? source.length : newline + 1
    const found = fenceIn(source, start, end)
    if (fence === '') {
      const left = Math.max(maxMarks, Math.min(start / sparse, maxSparseMarks[of])) - marks
      const used = countMarks(source, start, end, left)
      // A text of one line has no other place.
      const cut = start > 0 ? start : used.at
      if (used.marks > left) return { read: source.slice(0, cut), rest: source.slice(cut) }
      marks += used.marks
      fence = found?.opens ? found.marks : ''
    } else if (found?.closes && found.marks.startsWith(fence)) fence = ''
    start = end
  }
  return { read: source, rest: '' }
}

/** Counts the marks of a line, and says where there are more than are left. */
function countMarks(source: string, start: number, end: number, left: number): { marks: number; at: number } {
  // A line of one character is blank.
  let marks = end - start > 1 ? costOfLine : 0
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at)
    if (code > lastMark) continue
    marks += costs[code] ?? 0
    if (code === slash && source.charCodeAt(at - 1) === colon) marks += dearest
    if (marks > left) return { marks, at }
  }
  return { marks, at: end }
}

/** The marks of a line that opens or closes a fenced code block. */
function fenceIn(
  source: string,
  start: number,
  end: number,
): { marks: string; opens: boolean; closes: boolean } | undefined {
  let at = start
  while (at < start + 3 && source[at] === ' ') at++
  const mark = source[at]
  if (mark !== '`' && mark !== '~') return undefined
  let after = at
  while (after < end && source[after] === mark) after++
  if (after - at < 3) return undefined
  const rest = source.slice(after, end)
  return { marks: source.slice(at, after), opens: mark === '~' || !rest.includes('`'), closes: rest.trim() === '' }
}

const [slash, colon, lastMark] = [0x2f, 0x3a, 0x7e]
/** A line, a bracket, and what may be an address take longer to read than other marks. */
const [costOfLine, dearest] = [3, 4]
const costs = Array.from({ length: lastMark + 1 }, (_, code) => {
  const character = String.fromCharCode(code)
  if ('@['.includes(character)) return dearest
  return '\\`*_~<>[]!|&:'.includes(character) ? 1 : 0
})
