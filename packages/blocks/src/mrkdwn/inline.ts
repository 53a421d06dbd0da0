import type { RichTextInline, RichTextLink, RichTextStyle } from '#types'
import { emojiRun, namesIn } from '#emoji/inText'
import { parseAngleBrackets, parseBareLink, decodeEntities } from './angleBrackets.ts'
import { trimAddressEnd } from './addressEnd.ts'
import { safeHref } from '#links'
import { mailAddress, webAddress } from '#richText/addresses'
import { addElement, addText, styleField } from '#richText/inlineRun'

const code = '`([^`\\n]+)`'
const angle = '<([^<>\\n]+)>'
const atoms = new RegExp([code, angle, `(${emojiRun})`, webAddress, mailAddress].join('|'), 'gu')
const onlyCode = new RegExp(code, 'gu')

const styleFlags: Record<string, keyof RichTextStyle> = { '*': 'bold', _: 'italic', '~': 'strike' }

/** A character that may be a mark, or an element that is already parsed. */
type Token = string | { element: RichTextInline; code?: true }

/** Parses mrkdwn into inline elements. No mark spans a newline. */
export function inlineFromMrkdwn(text: string): RichTextInline[] {
  const run: RichTextInline[] = []
  text.split('\n').forEach((line, i) => {
    if (i > 0) addText(run, '\n')
    addTokens(run, tokenize(line, atoms), {})
  })
  return run
}

/** Parses the marks in a link's label. A label of several styles becomes several links side by side. */
export function formatLabel(link: RichTextLink): RichTextLink[] {
  if (link.text === undefined || !/[*_~`]/.test(link.text)) return [link]
  const run: RichTextInline[] = []
  addTokens(run, tokenize(link.text.replaceAll('&', '&amp;'), onlyCode), {})
  return run.flatMap((element) =>
    element.type === 'text' ? { ...link, text: element.text, ...styleField(element.style ?? {}) } : [],
  )
}

function tokenize(line: string, pattern: RegExp): Token[] {
  const tokens: Token[] = []
  let from = 0
  const addCharacters = (to: number) => {
    for (const character of line.slice(from, to)) tokens.push(character)
    from = to
  }
  for (const found of line.matchAll(pattern)) {
    const read = readAtom(found)
    if (read === undefined) continue
    addCharacters(found.index)
    for (const token of read.tokens) tokens.push(token)
    from = found.index + read.length
  }
  addCharacters(line.length)
  return tokens
}

/** Reads an element, and how much of the match it takes. */
function readAtom(found: RegExpExecArray): { tokens: Token[]; length: number } | undefined {
  const [{ length }, code, angle, emoji, url, mail] = found
  const atom = (element: RichTextInline, taken = length) => ({ tokens: [{ element }], length: taken })
  if (code !== undefined)
    return { tokens: [{ element: { type: 'text', text: decodeEntities(code) }, code: true }], length }
  if (emoji !== undefined) return { tokens: namesIn(emoji).flatMap(toTokens), length }
  if (mail !== undefined) return atom({ type: 'link', url: `mailto:${mail}`, text: mail })
  if (url !== undefined) {
    const address = trimAddressEnd(url)
    if (safeHref(address) === undefined) return undefined
    return atom({ type: 'link', url: decodeEntities(address) }, address.length)
  }
  const element = angle === undefined ? undefined : (parseAngleBrackets(angle) ?? parseBareLink(angle))
  if (element?.type !== 'link') return element && atom(element)
  return { tokens: formatLabel(element).map((part) => ({ element: part })), length }
}

function toTokens(piece: string | { emoji: string }): Token[] {
  return typeof piece === 'string' ? [...piece] : [{ element: { type: 'emoji', name: piece.emoji } }]
}

function addTokens(run: RichTextInline[], tokens: readonly Token[], style: RichTextStyle): void {
  let text = ''
  const flush = () => {
    addText(run, decodeEntities(text), style)
    text = ''
  }
  // Once a mark has no closing mark, no later mark of its kind has one.
  const unclosed = new Set<string>()
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? ''
    if (typeof token !== 'string') {
      flush()
      addElement(run, token.element, { ...style, ...token.element.style, ...(token.code ? { code: true } : {}) })
      continue
    }
    const flag = styleFlags[token]
    const end =
      flag && !style[flag] && !unclosed.has(token) && canOpen(tokens, i) ? findClosingMark(tokens, i, token) : undefined
    if (end === undefined) {
      text += token
      continue
    }
    if (end < 0) {
      unclosed.add(token)
      text += token
      continue
    }
    flush()
    if (flag) addTokens(run, tokens.slice(i + 1, end), { ...style, [flag]: true })
    i = end
  }
  flush()
}

/** Two marks side by side are text: Markdown's `**` has no meaning in mrkdwn. */
function canOpen(tokens: readonly Token[], at: number): boolean {
  const mark = tokens[at]
  return isEdge(tokens[at - 1]) && !isBlank(tokens[at + 1]) && tokens[at - 1] !== mark && tokens[at + 1] !== mark
}

function findClosingMark(tokens: readonly Token[], from: number, mark: string): number {
  for (let i = from + 2; i < tokens.length; i++) {
    if (tokens[i] !== mark || tokens[i + 1] === mark || tokens[i - 1] === mark) continue
    if (!isBlank(tokens[i - 1]) && isEdge(tokens[i + 1])) return i
  }
  return -1
}

/** Whether this token may be next to the outer side of a mark. A letter or digit may not. */
function isEdge(token: Token | undefined): boolean {
  return typeof token !== 'string' || !/[\p{L}\p{N}]/u.test(token)
}

function isBlank(token: Token | undefined): boolean {
  return token === undefined || (typeof token === 'string' && /\s/.test(token))
}
