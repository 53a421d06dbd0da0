import MarkdownIt, { type Env, type StateCore, type Token } from 'markdown-it'
import { parseAngleBrackets } from '#mrkdwn/angleBrackets'
import { healInline } from '#markdown/heal/inline'
import { emojiRun, namesIn } from '#emoji/inText'
import { finish, type Steps } from '#text/steps'
import { parsePlainInline } from './plainInline.ts'
import { tokenizeInSteps } from './blockTokens.ts'
import { type MarkdownNode, toTreeInSteps } from './tree.ts'

const tildes = /~{3,}/y
const angle = /<([^<>\n]{1,3000})>/y
const emoji = new RegExp(emojiRun, 'uy')
/** Up to the next character at which a rule begins. The parser's own pattern stops at more, one by one. */
const plainText = /[^\n\\`*_~[\]!<&:]+/y

/**
 * Creates a parser with the rules of chat. By default HTML is text, a bare address is a link and a newline is a line break.
 * The parser accepts every address: the conversion asks `safeHref`.
 */
export function createParser(dialect = { html: false, linkify: true, breaks: true }) {
  const parser = new MarkdownIt(dialect)
  parser.validateLink = () => true

  // Bare domains are not linked, because file names such as "main.rs" look like them; other schemes are never links.
  parser.linkify.set({ fuzzyLink: false })
  for (const schema of ['ftp:', '//']) parser.linkify.add(schema, null)

  parser.inline.ruler.at('text', (state, silent) => {
    plainText.lastIndex = state.pos
    const found = plainText.exec(state.src)?.[0]
    if (found === undefined) return false
    const text = found.slice(0, state.posMax - state.pos)
    if (!silent) state.pending += text
    state.pos += text.length
    return true
  })

  parser.inline.ruler.before('autolink', 'angle', (state, silent) => {
    angle.lastIndex = state.pos
    const inside = angle.exec(state.src)?.[1]
    // A match beyond `posMax` belongs to another element.
    if (angle.lastIndex > state.posMax) return false
    // A plain `<https://…>` is left to the autolink rule, which handles Markdown's escapes.
    if (inside === undefined || !/^[@#!]|\|/.test(inside) || !parseAngleBrackets(inside)) return false
    if (!silent) state.push('angle', '', 0).content = inside
    state.pos = angle.lastIndex
    return true
  })

  // An underscore in the name of an emoji is no mark.
  parser.inline.ruler.before('autolink', 'emoji', (state, silent) => {
    emoji.lastIndex = state.pos
    const found = emoji.exec(state.src)?.[0]
    if (found === undefined || emoji.lastIndex > state.posMax) return false
    state.pos = emoji.lastIndex
    if (silent) return true
    for (const piece of namesIn(found)) {
      if (typeof piece === 'string') state.pending += piece
      else state.push('emoji', '', 0).content = `:${piece.emoji}:`
    }
    return true
  })

  // Two tildes are strikethrough; three are text.
  parser.inline.ruler.before('strikethrough', 'tildes', (state, silent) => {
    tildes.lastIndex = state.pos
    const found = tildes.exec(state.src)?.[0]
    if (found === undefined || state.pos + found.length > state.posMax) return false
    if (!silent) state.pending += found
    state.pos += found.length
    return true
  })

  parser.core.ruler.after('block', 'heal', healEnd)
  parser.core.ruler.after('linkify', 'hold_address', holdAddress)
  return parser
}

function healEnd({ env, tokens }: StateCore): void {
  const last = env.open === true ? findLastLeaf(tokens) : undefined
  if (last?.type === 'inline') last.content = healInline(last.content.trimEnd())
}

/** A bare address is complete only when a space follows it. */
function holdAddress({ env, src, tokens }: StateCore): void {
  const last = env.open === true && !/\s$/.test(src) ? findLastLeaf(tokens) : undefined
  const children = last?.children ?? []
  const from = children.findLastIndex((token) => token.type === 'link_open')
  const to = children.findLastIndex((token) => token.type === 'link_close')
  if (!last || children[from]?.markup !== 'linkify') return
  if (children.slice(to + 1).some((token) => /\s/.test(token.content) || token.type === 'softbreak')) return
  last.children = children.filter((_, i) => i !== from && i !== to)
}

type Rule = (state: StateCore) => void
/** The rules that look at the end of a text. Every other rule takes one token after the other. */
const rulesOfTheEnd = new Set<Rule>([healEnd, holdAddress])
/** How many tokens, or characters in them, a rule takes in one step. */
const perStep = { tokens: 300, characters: 3000 }

/** The parser for all conversions. */
const parser = createParser()
const parseText: Rule = (state) => finish(parseTextInSteps(state))
parser.core.ruler.at('inline', parseText)

function* parseTextInSteps({ tokens, md, env }: StateCore): Steps<void> {
  let left = perStep.characters
  for (const { type, content, children } of tokens) {
    // A growing text is parsed many times, so its plain content stays source, which `inlineOf` reads.
    if (!children || type !== 'inline' || (env.growing === true && !env.references && parsePlainInline(content)))
      continue
    for (const piece of piecesOf(content)) {
      const found: Token[] = []
      md.inline.parse(piece, md, env, found)
      for (const token of found) children.push(token)
      left -= piece.length
      if (left <= 0) {
        yield
        left = perStep.characters
      }
    }
  }
}

/** No mark in the text of a paragraph reaches further than so many characters: one call cannot send more. */
const longestPiece = 12_000

/** Divides the text of a paragraph that would take long to parse at once: after a line, or else a word. */
function* piecesOf(content: string): Generator<string> {
  let rest = content
  while (rest.length > longestPiece) {
    const most = rest.slice(0, longestPiece)
    const end = Math.max(most.lastIndexOf('\n'), 0) || most.lastIndexOf(' ')
    const piece = end > 0 ? most.slice(0, end + 1) : most.replace(/[\ud800-\udbff]$/, '')
    yield piece
    rest = rest.slice(piece.length)
    if (piece.endsWith('\n')) rest = rest.replace(/^[ \t]+/, '')
  }
  yield rest
}

/** `growing`: plain content gets no tokens. `open`: the last words are healed. */
type ParseOptions = { growing?: boolean; open?: boolean }

/** A text as a tree of constructs. `hasReferences`: it has link definitions. */
type Parsed = { nodes: MarkdownNode[]; hasReferences: boolean }

/** Divides a text into blocks. */
const blockRule = parser.core.ruler.getRules('')[1]

/** Parses a Markdown text into a tree of constructs. */
export function parseMarkdown(source: string, reading: ParseOptions = {}): Parsed {
  return finish(parseInSteps(source, reading))
}

/** Parses like `parseMarkdown`, in steps. */
export function* parseInSteps(source: string, reading: ParseOptions = {}): Steps<Parsed> {
  const env: Env = { ...reading }
  const state = new parser.core.State(source.toWellFormed(), parser, env)
  for (const rule of parser.core.ruler.getRules('')) {
    if (rule === blockRule) yield* tokenizeInSteps(state)
    else if (rule === parseText) yield* parseTextInSteps(state)
    else if (state.tokens.length === 0 || rulesOfTheEnd.has(rule)) rule(state)
    else yield* applyInSteps(rule, state)
    yield
  }
  return { nodes: yield* toTreeInSteps(state.tokens), hasReferences: Object.keys(env.references ?? {}).length > 0 }
}

function* applyInSteps(rule: Rule, state: StateCore): Steps<void> {
  const { tokens } = state
  for (let start = 0, end = 0; start < tokens.length; start = end) {
    for (let left = perStep.characters; end < tokens.length && end - start < perStep.tokens && left > 0; end++)
      left -= tokens[end]?.content.length ?? 0
    state.tokens = tokens.slice(start, end)
    rule(state)
    yield
  }
  state.tokens = tokens
}

/** Parses the text of a paragraph into tokens. `open`: its end is healed first. */
export function parseInline(source: string, open = false): Token[] {
  return parser.parseInline(source.toWellFormed(), { open })[0]?.children ?? []
}

/** Finds the last words of the last construct, the only ones that are still being written. */
function findLastLeaf(tokens: readonly Token[]): Token | undefined {
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i]
    if (!token) continue
    if (token.nesting === 0 && (token.type !== 'inline' || token.content !== '')) return token
    // The last construct is still empty.
    if (token.nesting > 0 && (token.level === 0 || token.type === 'list_item_open')) return undefined
  }
  return undefined
}
