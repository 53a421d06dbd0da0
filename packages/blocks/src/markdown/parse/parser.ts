import MarkdownIt, { type Env, type Token } from 'markdown-it'
import { parseAngleBrackets } from '#mrkdwn/angleBrackets'
import { healInline } from '#markdown/heal/inline'
import { parsePlainInline } from './plainInline.ts'
import { type MarkdownNode, toTree } from './tree.ts'

const tildes = /~{3,}/y
const angle = /<([^<>\n]{1,3000})>/y

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

  // Two tildes are strikethrough; three are text.
  parser.inline.ruler.before('strikethrough', 'tildes', (state, silent) => {
    tildes.lastIndex = state.pos
    const found = tildes.exec(state.src)?.[0]
    if (found === undefined || state.pos + found.length > state.posMax) return false
    if (!silent) state.pending += found
    state.pos += found.length
    return true
  })

  parser.core.ruler.after('block', 'heal', (state) => {
    const last = state.env.open === true ? findLastLeaf(state.tokens) : undefined
    if (last?.type === 'inline') last.content = healInline(last.content.trimEnd())
  })

  // A bare address is complete only when a space follows it.
  parser.core.ruler.after('linkify', 'hold_address', (state) => {
    const last = state.env.open === true && !/\s$/.test(state.src) ? findLastLeaf(state.tokens) : undefined
    const children = last?.children ?? []
    const from = children.findLastIndex((token) => token.type === 'link_open')
    const to = children.findLastIndex((token) => token.type === 'link_close')
    if (!last || children[from]?.markup !== 'linkify') return
    if (children.slice(to + 1).some((token) => /\s/.test(token.content) || token.type === 'softbreak')) return
    last.children = children.filter((_, i) => i !== from && i !== to)
  })
  return parser
}

/** The parser for all conversions. */
const parser = createParser()
// A growing text is parsed many times, so its plain content stays source, which `inlineOf` reads.
parser.core.ruler.at('inline', ({ tokens, md, env }) => {
  for (const { type, content, children } of tokens) {
    if (type !== 'inline' || (env.growing === true && !env.references && parsePlainInline(content))) continue
    md.inline.parse(content, md, env, children ?? [])
  }
})

/** `growing`: plain content gets no tokens. `open`: the last words are healed. */
type ParseOptions = { growing?: boolean; open?: boolean }

/** Parses a Markdown text into a tree of constructs. `hasReferences`: it has link definitions. */
export function parseMarkdown(
  source: string,
  reading: ParseOptions = {},
): { nodes: MarkdownNode[]; hasReferences: boolean } {
  const env: Env = { ...reading }
  const tokens = parser.parse(source.toWellFormed(), env)
  return { nodes: toTree(tokens), hasReferences: Object.keys(env.references ?? {}).length > 0 }
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
