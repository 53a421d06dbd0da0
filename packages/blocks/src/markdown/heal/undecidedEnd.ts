import { openEmoji } from '#emoji/inText'

const undecidedLine = /^[ \t>]*(?:[-*+_=](?:[ \t]*[-*+_=])*|#{1,6}|~{1,2}|`{1,2})?[ \t]*$/
/** A link definition, or a line that may become one. */
const definition = /^ {0,3}\[[^\]]+(?:\]:.*|\])?$/
/** An entity is shown only once it is complete. */
const entity = /&#?\w{0,31}$/
/** The tail of a line in which an entity or the name of an emoji may be open, with what comes before the name. */
const maxNameLength = 200
const numberLine = /^(?:[ \t>]|[-*+] |\d{1,9}[.)] )*\d{1,9}[.)]?[ \t]*$/

/** Drops an end that cannot be shown yet: half a character, a line that may become any construct, half a table. */
export function trimUndecidedEnd(source: string): string {
  const text = source.replace(/[\ud800-\udbff]$/, '').replace(/(?:\u200d|\ufe0f)+$/, '')
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  const fence = /```|~~~/.test(text) ? findOpenFence(lines) : undefined
  if (fence) return mayCloseFence(last, fence) ? text.slice(0, -last.length) : text
  const shown = trimOpenName(last)
  lines.push(isUndecided(shown) ? '' : shown)
  return withoutLastLines(lines, countUndecidedRows(lines))
}

/** Drops an entity or an emoji that is not complete. */
function trimOpenName(line: string): string {
  const tail = line.slice(-maxNameLength)
  return line.slice(0, line.length - tail.length) + tail.replace(entity, '').replace(openEmoji, '')
}

function isUndecided(line: string): boolean {
  return line !== '' && (undecidedLine.test(line) || definition.test(line) || numberLine.test(line))
}

/** Finds the fence that is open after these lines, also inside lists and quotes. */
function findOpenFence(lines: readonly string[]): string | undefined {
  let open: string | undefined
  for (const line of lines) {
    const mark = /^(?:[ \t>]|[-*+] |\d{1,9}[.)] )*(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line)
    if (!mark?.[1]) continue
    if (open === undefined) open = mark[1]
    else if (mark[1].startsWith(open) && mark[2]?.trim() === '') open = undefined
  }
  return open
}

function mayCloseFence(line: string, fence: string): boolean {
  const mark = line.replace(/^[ \t>]+/, '')
  return mark !== '' && mark.length < fence.length && fence.startsWith(mark)
}

/** Counts the lines at the end that are the header of a table whose delimiter row is not complete. */
function countUndecidedRows(lines: readonly string[]): number {
  const ended = lines.at(-1) === '' ? 1 : 0
  const shown = lines.length - ended
  const [first = '', second = '', third = ''] = [lines[shown - 1], lines[shown - 2], lines[shown - 3]]
  if (isRow(second) && !isRow(third) && /^[ \t>]*\|?[ \t:|-]*$/.test(first)) {
    const whole =
      cellsOf(first).length === cellsOf(second).length && cellsOf(first).every((cell) => /^\s*:?-+:?\s*$/.test(cell))
    return whole || ended ? 0 : 2
  }
  return isRow(first) && !isRow(second) ? 1 + ended : 0
}

function isRow(line: string): boolean {
  return /^[ \t>]*\|/.test(line)
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^[ \t>]*\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
}

function withoutLastLines(lines: readonly string[], count: number): string {
  return count === 0
    ? lines.join('\n')
    : lines
        .slice(0, -count)
        .map((line) => `${line}\n`)
        .join('')
}
