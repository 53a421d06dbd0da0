import { closeEmphasis, type DelimiterRun } from './emphasis.ts'
import { findLinkEnd } from './linkEnd.ts'

const plainText = /[^\\`<![\]*_~]+/y
const wholeAngle = /<(?:[@#!]|[a-z][a-z0-9+.-]*:)[^\n<>]{0,3000}>/iy
const maxLabelLength = 300

/** Heals the source of a paragraph that is still being written: no half-written mark and no incomplete link shows. */
export function healInline(content: string): string {
  // The start of a task's box.
  if (/^\[[ xX]?$/.test(content)) return ''
  const segments: string[] = []
  const runs: DelimiterRun[] = []
  const brackets: { segment: number; at: number }[] = []
  let at = 0
  while (at < content.length) {
    const read = readUnit(content, at)
    if (read === undefined) break
    const { text, next } = read
    const mark = text[0] ?? ''
    if (text === '[' || text === '![') brackets.push({ segment: segments.length, at })
    if (text === ']') {
      const open = brackets.pop()
      const end = open && findLabelEnd(content, at, open.at)
      if (end === undefined && open) {
        segments[open.segment] = ''
        break
      }
      segments.push(content.slice(at, end ?? next))
      at = end ?? next
      continue
    }
    if ('*_~'.includes(mark))
      runs.push({ segment: segments.length, before: content[at - 1] ?? ' ', after: content[next] ?? ' ' })
    segments.push(text)
    at = next
  }
  for (const open of brackets) {
    const label = content.slice(open.at).replace(/^!?\[/, '')
    if (label.length <= maxLabelLength && !isNote(label)) segments[open.segment] = ''
  }
  return closeEmphasis(segments, runs)
}

/** Reads the next unit of the text; undefined if the rest cannot be shown yet. */
function readUnit(content: string, at: number): { text: string; next: number } | undefined {
  const char = content[at] ?? ''
  switch (char) {
    case '\\':
      return at + 1 < content.length ? unitAt(content, at, at + 2) : undefined
    case '`':
      return readCodeSpan(content, at)
    case '<':
      return readAngleBrackets(content, at)
    case '!':
      if (at + 1 === content.length) return undefined
      return unitAt(content, at, content[at + 1] === '[' ? at + 2 : at + 1)
    case '[':
    case ']':
      return unitAt(content, at, at + 1)
    case '*':
    case '_':
    case '~': {
      let end = at
      while (content[end] === char) end++
      return unitAt(content, at, end)
    }
    default:
      plainText.lastIndex = at
      plainText.test(content)
      return unitAt(content, at, plainText.lastIndex)
  }
}

function unitAt(content: string, at: number, next: number) {
  return { text: content.slice(at, next), next }
}

/** Reads a code span, and closes it if its end has not come yet. */
function readCodeSpan(content: string, at: number) {
  let end = at
  while (content[end] === '`') end++
  const ticks = content.slice(at, end)
  for (let close = content.indexOf(ticks, end); close >= 0; close = content.indexOf(ticks, close)) {
    let after = close
    while (content[after] === '`') after++
    if (after - close === ticks.length) return unitAt(content, at, after)
    close = after
  }
  const body = content.slice(end).replace(/`+$/, '')
  return body === '' ? undefined : { text: ticks + body + ticks, next: content.length }
}

function readAngleBrackets(content: string, at: number) {
  wholeAngle.lastIndex = at
  if (wholeAngle.test(content)) return unitAt(content, at, wholeAngle.lastIndex)
  const rest = content.slice(at + 1, at + 3000)
  const isIncomplete =
    ['http://', 'https://', 'mailto:'].some((scheme) => scheme.startsWith(rest.toLowerCase())) ||
    /^(?:[@#!][^\n<>]*|(?:https?|mailto):[^\s<>|]*(?:\|[^\n<>]*)?)$/i.test(rest)
  return isIncomplete ? undefined : unitAt(content, at, at + 1)
}

/** Finds where the text goes on after a label's `]`; undefined while the address may still come. */
function findLabelEnd(content: string, at: number, openedAt: number): number | undefined {
  const next = content[at + 1]
  if (next === undefined) return isNote(content.slice(openedAt + 1, at)) ? at + 1 : undefined
  if (next !== '(') return at + 1
  const end = findLinkEnd(content, at + 1)
  return end === 'open' ? undefined : (end ?? at + 1)
}

/** `[1]` is a note far more often than the start of a link. */
function isNote(label: string): boolean {
  return /^\^?\d+$/.test(label)
}
