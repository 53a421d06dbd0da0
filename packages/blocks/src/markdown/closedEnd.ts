import { angleElement } from '#angle'

const plain = /[^\n\\`*_~<[\]|]+/y
const body = '(?:(?!://)[^\\\\`*_~<[\\]|\\n]|`[^`|\\n]+`(?!`))'
/** What stands between plain words and is sure to be whole. */
const units = [
  /\\[^\s|]/uy,
  /\]/y,
  /`[^`|\n]+`(?!`)/y,
  new RegExp(`\\[${body}*\\]\\([^\\s()<>\\\\|]*\\)`, 'y'),
  /(?<!!)\[\^?\d+\](?![(:[])/y,
  /<(?= +\S|[\d=])/y,
  // An underscore within a word, a mark between spaces.
  /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])|(?<= )[*_~](?= +\S)/uy,
  // Emphasis between spaces, and between letters: there an underscore would be part of the word.
  new RegExp(`(?<![^\\s(])(\\*\\*?|__?|~~)(?!\\s)${body}+(?<!\\s)\\1(?=[\\s.,:;!?)])`, 'y'),
  new RegExp(`(\\*\\*|~~)(?=[\\p{L}\\p{N}])${body}+(?<=[\\p{L}\\p{N}])\\1(?=[^*~|])`, 'uy'),
]
const angle = /<([@#!][^<>|\n]*)>/y
const letter = /\p{L}/uy
/** A line of nothing else may still turn out to be of another kind. */
const undecided = /^[-:=*_+#>~.)\d\s]*$/
/** Up to the last two letters that need no space between words. */
const letters = /^.*\p{Lo}(?=\p{Lo})/su
/** A word with one of these may be an address, which is one piece. */
const address = /[:@/.&]/

/**
 * How far the source of a paragraph is closed: what it shows up to there stays so, whatever is written behind it, and
 * what is behind it shows the same without it. It may be less than could be, never more. `lines`: how many of them are
 * known to belong to the paragraph; one that begins with a letter does in any case.
 */
export function closedEnd(source: string, lines: number): number {
  let end = 0
  let at = 0
  for (let line = 1; line <= lines || endOf(letter, source, at); line++) {
    const start = at
    const close = (to: number) => {
      while (/\s/.test(source[to - 1] ?? '')) to--
      if (isDecided(source.slice(start, to))) end = to
    }
    while (at < source.length && source[at] !== '\n') {
      const next = endOf(plain, source, at)
      if (next === undefined) {
        // What an address takes in, only the parser knows; and a line with a bar may be the head of a table.
        const unit = lastWord(source, at).includes('://') ? undefined : unitEnd(source, at)
        if (unit === undefined) return end
        at = unit
        continue
      }
      const space = source.lastIndexOf(' ', next - 1)
      if (space >= at) close(space)
      const from = Math.max(at, space + 1)
      const joint = letters.exec(source.slice(from, next))?.[0].length
      if (joint !== undefined && !address.test(lastWord(source, next))) end = from + joint
      at = next
    }
    if (at === source.length) return end
    close(at)
    at++
  }
  return end
}

/** Whether words of a paragraph say that no mark of another construct is meant. */
export function isDecided(line: string): boolean {
  return !undecided.test(line)
}

function lastWord(source: string, at: number): string {
  return source.slice(Math.max(source.lastIndexOf(' ', at - 1), source.lastIndexOf('\n', at - 1)) + 1, at)
}

function unitEnd(source: string, at: number): number | undefined {
  for (const unit of units) {
    const end = endOf(unit, source, at)
    if (end !== undefined) return end
  }
  const end = endOf(angle, source, at)
  return end !== undefined && angleElement(source.slice(at + 1, end - 1)) ? end : undefined
}

function endOf(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(source) ? pattern.lastIndex : undefined
}
