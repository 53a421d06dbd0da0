import type { RichTextInline, RichTextStyle } from '#types'
import { parseAngleBrackets, decodeEntities } from './angleBrackets.ts'
import { addElement, addText } from '#richText/inlineRun'

const atomPattern =
  /`([^`\n]+)`|<([^<>\n]+)>|(?<![\p{L}\p{N}:]):([a-z0-9_+'-]+(?:::skin-tone-[1-6])?):|(?<![\p{L}\p{N}])(https?:\/\/[^\s<>|]*[^\s<>|.,:;!?'"*_~`)\]])/gu

const styleFlags: Record<string, keyof RichTextStyle> = { '*': 'bold', _: 'italic', '~': 'strike' }

/** A character that may be a mark, or an element that is already parsed. */
type Token = string | { element: RichTextInline; code?: true }

/** Parses mrkdwn into inline elements. No mark spans a newline. */
export function inlineFromMrkdwn(text: string): RichTextInline[] {
  const run: RichTextInline[] = []
  text.split('\n').forEach((line, i) => {
    if (i > 0) addText(run, '\n')
    addTokens(run, tokenize(line), {})
  })
  return run
}

function tokenize(line: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  const addCharacters = (to: number) => {
    for (const character of line.slice(from, to)) tokens.push(character)
  }
  for (const found of line.matchAll(atomPattern)) {
    const token = toToken(found)
    if (token === undefined) continue
    addCharacters(found.index)
    tokens.push(token)
    from = found.index + found[0].length
  }
  addCharacters(line.length)
  return tokens
}

function toToken([, code, angle, emoji, url]: RegExpExecArray): Token | undefined {
  if (code !== undefined) return { element: { type: 'text', text: decodeEntities(code) }, code: true }
  if (emoji !== undefined) return { element: { type: 'emoji', name: emoji } }
  if (url !== undefined) return { element: { type: 'link', url: decodeEntities(url) } }
  const element = angle === undefined ? undefined : parseAngleBrackets(angle)
  return element && { element }
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
      addElement(run, token.element, token.code ? { ...style, code: true } : style)
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

function canOpen(tokens: readonly Token[], at: number): boolean {
  return isEdge(tokens[at - 1]) && !isBlank(tokens[at + 1])
}

function findClosingMark(tokens: readonly Token[], from: number, mark: string): number {
  for (let i = from + 2; i < tokens.length; i++) {
    if (tokens[i] === mark && !isBlank(tokens[i - 1]) && isEdge(tokens[i + 1])) return i
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
