import { closeEmphasis, type DelimiterRun } from './healEmphasis.ts'
import { linkEnd } from './linkEnd.ts'

const plainText = /[^\\`<![\]*_~]+/y
const wholeAngle = /<(?:[@#!]|[a-z][a-z0-9+.-]*:)[^\n<>]{0,3000}>/iy
const longestLabel = 300

/** A copy of a paragraph that is still being written, so that no half of a mark shows and no link before its end. */
export function healInline(content: string): string {
  // The beginning of a task's box.
  if (/^\[[ xX]?$/.test(content)) return ''
  const segments: string[] = []
  const runs: DelimiterRun[] = []
  const brackets: { segment: number; at: number }[] = []
  let at = 0
  while (at < content.length) {
    const taken = take(content, at)
    if (taken === undefined) break
    const { text, next } = taken
    const mark = text[0] ?? ''
    if (text === '[' || text === '![') brackets.push({ segment: segments.length, at })
    if (text === ']') {
      const open = brackets.pop()
      const end = open && labelEnd(content, at, open.at)
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
    if (label.length <= longestLabel && !isNote(label)) segments[open.segment] = ''
  }
  return closeEmphasis(segments, runs)
}

/** The next unit of the text; undefined where the rest is not ready to be shown. */
function take(content: string, at: number): { text: string; next: number } | undefined {
  const char = content[at] ?? ''
  switch (char) {
    case '\\':
      return at + 1 < content.length ? unit(content, at, at + 2) : undefined
    case '`':
      return takeCode(content, at)
    case '<':
      return takeAngle(content, at)
    case '!':
      if (at + 1 === content.length) return undefined
      return unit(content, at, content[at + 1] === '[' ? at + 2 : at + 1)
    case '[':
    case ']':
      return unit(content, at, at + 1)
    case '*':
    case '_':
    case '~': {
      let end = at
      while (content[end] === char) end++
      return unit(content, at, end)
    }
    default:
      plainText.lastIndex = at
      plainText.test(content)
      return unit(content, at, plainText.lastIndex)
  }
}

function unit(content: string, at: number, next: number) {
  return { text: content.slice(at, next), next }
}

/** A code span, closed where its end has not come yet. */
function takeCode(content: string, at: number) {
  let end = at
  while (content[end] === '`') end++
  const ticks = content.slice(at, end)
  for (let close = content.indexOf(ticks, end); close >= 0; close = content.indexOf(ticks, close)) {
    let after = close
    while (content[after] === '`') after++
    if (after - close === ticks.length) return unit(content, at, after)
    close = after
  }
  const body = content.slice(end).replace(/`+$/, '')
  return body === '' ? undefined : { text: ticks + body + ticks, next: content.length }
}

function takeAngle(content: string, at: number) {
  wholeAngle.lastIndex = at
  if (wholeAngle.test(content)) return unit(content, at, wholeAngle.lastIndex)
  const rest = content.slice(at + 1, at + 3000)
  const awaited =
    ['http://', 'https://', 'mailto:'].some((scheme) => scheme.startsWith(rest.toLowerCase())) ||
    /^(?:[@#!][^\n<>]*|(?:https?|mailto):[^\s<>|]*(?:\|[^\n<>]*)?)$/i.test(rest)
  return awaited ? undefined : unit(content, at, at + 1)
}

/** Where the text goes on after a label's `]`; undefined while its address may still come. */
function labelEnd(content: string, at: number, openedAt: number): number | undefined {
  const next = content[at + 1]
  if (next === undefined) return isNote(content.slice(openedAt + 1, at)) ? at + 1 : undefined
  if (next !== '(') return at + 1
  const end = linkEnd(content, at + 1)
  return end === 'open' ? undefined : (end ?? at + 1)
}

/** `[1]` is a note far more often than the beginning of a link. */
function isNote(label: string): boolean {
  return /^\^?\d+$/.test(label)
}
