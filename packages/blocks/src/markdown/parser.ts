import MarkdownIt, { type Env, type Token } from 'markdown-it'
import { angleElement } from '#angle'
import { healInline } from './healInline.ts'
import { plainInline } from './plainInline.ts'
import { type Node, treeOf } from './tree.ts'

const tildes = /~{3,}/y
const angle = /<([^<>\n]{1,3000})>/y

/**
 * A parser with the rules of chat. Every address gets through here; the conversion asks `safeHref`. The dialect is what
 * CommonMark leaves open, or has otherwise: HTML is text, a bare address is a link, a newline is a line break.
 */
export function makeParser(dialect = { html: false, linkify: true, breaks: true }) {
  const parser = new MarkdownIt(dialect)
  parser.validateLink = () => true

  // File names look like bare domains ("main.rs"), and other schemes are never links.
  parser.linkify.set({ fuzzyLink: false })
  for (const schema of ['ftp:', '//']) parser.linkify.add(schema, null)

  parser.inline.ruler.before('autolink', 'angle', (state, silent) => {
    angle.lastIndex = state.pos
    const inside = angle.exec(state.src)?.[1]
    // Beyond `posMax` it belongs to something else.
    if (angle.lastIndex > state.posMax) return false
    // A plain `<https://…>` stays with the autolink rule, which knows Markdown's own escapes.
    if (inside === undefined || !/^[@#!]|\|/.test(inside) || !angleElement(inside)) return false
    if (!silent) state.push('angle', '', 0).content = inside
    state.pos = angle.lastIndex
    return true
  })

  // Two tildes strike, three are only tildes.
  parser.inline.ruler.before('strikethrough', 'tildes', (state, silent) => {
    tildes.lastIndex = state.pos
    const found = tildes.exec(state.src)?.[0]
    if (found === undefined || state.pos + found.length > state.posMax) return false
    if (!silent) state.pending += found
    state.pos += found.length
    return true
  })

  parser.core.ruler.after('block', 'heal', (state) => {
    const last = state.env.open === true ? lastLeaf(state.tokens) : undefined
    if (last?.type === 'inline') last.content = healInline(last.content.trimEnd())
  })

  // A bare address has no end until a space follows it.
  parser.core.ruler.after('linkify', 'hold_address', (state) => {
    const last = state.env.open === true && !/\s$/.test(state.src) ? lastLeaf(state.tokens) : undefined
    const children = last?.children ?? []
    const from = children.findLastIndex((token) => token.type === 'link_open')
    const to = children.findLastIndex((token) => token.type === 'link_close')
    if (!last || children[from]?.markup !== 'linkify') return
    if (children.slice(to + 1).some((token) => /\s/.test(token.content) || token.type === 'softbreak')) return
    last.children = children.filter((_, i) => i !== from && i !== to)
  })
  return parser
}

/** One parser for server and browser. */
const parser = makeParser()
// A growing text is read many times: there, what is plain stays as it is written, and `inlineOf` reads it.
parser.core.ruler.at('inline', ({ tokens, md, env }) => {
  for (const { type, content, children } of tokens) {
    if (type !== 'inline' || (env.growing === true && !env.references && plainInline(content))) continue
    md.inline.parse(content, md, env, children ?? [])
  }
})

/** What a text is read as: all of it, or a growing one, `open` where a copy of its last words is healed. */
type Reading = { growing?: boolean; open?: boolean }

/** The constructs of a Markdown text. In a growing one, what `plainInline` reads has no tokens. */
export function parse(source: string, reading: Reading = {}): { nodes: Node[]; hasReferences: boolean } {
  const env: Env = { ...reading }
  const tokens = parser.parse(source.toWellFormed(), env)
  return { nodes: treeOf(tokens), hasReferences: Object.keys(env.references ?? {}).length > 0 }
}

/** The tokens of text within a paragraph; `open` heals a copy of it. */
export function parseInline(source: string, open = false): Token[] {
  return parser.parseInline(source.toWellFormed(), { open })[0]?.children ?? []
}

/** The last words of the last construct; what stands before that is not written any more. */
function lastLeaf(tokens: readonly Token[]): Token | undefined {
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i]
    if (!token) continue
    if (token.nesting === 0 && (token.type !== 'inline' || token.content !== '')) return token
    // Nothing stands in it yet.
    if (token.nesting > 0 && (token.level === 0 || token.type === 'list_item_open')) return undefined
  }
  return undefined
}
