import { parseAngleBrackets } from '#mrkdwn/angleBrackets'

const plain = /[^\n\\`*_~<[\]|]+/y
const body = '(?:(?!://)[^\\\\`*_~<[\\]|\\n]|`[^`|\\n]+`(?!`))'
/** What may come between plain words and is complete in itself. */
const units = [
  /\\[^\s|]/uy,
  /\]/y,
  /`[^`|\n]+`(?!`)/y,
  new RegExp(`\\[${body}*\\]\\([^\\s()<>\\\\|]*\\)`, 'y'),
  /(?<!!)\[\^?\d+\](?![(:[])/y,
  /<(?= +\S|[\d=])/y,
  // An underscore inside a word; a mark between spaces.
  /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])|(?<= )[*_~](?= +\S)/uy,
  // Emphasis between spaces; emphasis between letters, where an underscore would be part of the word.
  new RegExp(`(?<![^\\s(])(\\*\\*?|__?|~~)(?!\\s)${body}+(?<!\\s)\\1(?=[\\s.,:;!?)])`, 'y'),
  new RegExp(`(\\*\\*|~~)(?=[\\p{L}\\p{N}])${body}+(?<=[\\p{L}\\p{N}])\\1(?=[^*~|])`, 'uy'),
]
const angle = /<([@#!][^<>|\n]*)>/y
const letter = /\p{L}/uy
/** A line of only these characters may still become another construct. */
const undecided = /^[-:=*_+#>~.)\d\s]*$/
/** Everything before the last of two neighbouring letters, in a script that needs no spaces between words. */
const letters = /^.*\p{Lo}(?=\p{Lo})/su
/** A word with one of these characters may be an address, which has to stay whole. */
const address = /[:@/.&]/

/**
 * Finds how far the source of a paragraph is closed. No later text changes what the closed part shows, and the rest shows
 * the same without it. The result may be too small, never too large. The first `lines` lines are known to belong to the
 * paragraph; a line that starts with a letter always does.
 */
export function findClosedEnd(source: string, lines: number): number {
  let end = 0
  let at = 0
  for (let line = 1; line <= lines || endOf(letter, source, at); line++) {
    let looked = at
    let isKnown = false
    let [inAddress, mayBeAddress] = [false, false]
    const close = (to: number) => {
      while (/\s/.test(source[to - 1] ?? '')) to--
      isKnown ||= isSurelyParagraph(source.slice(looked, to))
      looked = Math.max(looked, to)
      if (isKnown) end = to
    }
    while (at < source.length && source[at] !== '\n') {
      const next = endOf(plain, source, at)
      if (next === undefined) {
        // Only the parser knows where an address ends, and a line with a bar may be the header of a table.
        const unit = inAddress ? undefined : unitEnd(source, at)
        if (unit === undefined) return end
        at = unit
        continue
      }
      const run = source.slice(at, next)
      const space = run.lastIndexOf(' ')
      if (space >= 0) close(at + space)
      const word = run.slice(space + 1)
      inAddress = (inAddress && space < 0) || word.includes('://')
      mayBeAddress = (mayBeAddress && space < 0) || address.test(word)
      const joint = mayBeAddress ? undefined : letters.exec(word)?.[0].length
      if (joint !== undefined) end = at + space + 1 + joint
      at = next
    }
    if (at === source.length) return end
    close(at)
    at++
  }
  return end
}

/** Whether a line has a character that rules out another construct. */
export function isSurelyParagraph(line: string): boolean {
  return !undecided.test(line)
}

function unitEnd(source: string, at: number): number | undefined {
  for (const unit of units) {
    const end = endOf(unit, source, at)
    if (end !== undefined) return end
  }
  const end = endOf(angle, source, at)
  return end !== undefined && parseAngleBrackets(source.slice(at + 1, end - 1)) ? end : undefined
}

function endOf(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(source) ? pattern.lastIndex : undefined
}
