import MarkdownIt, { type Env, type Token } from 'markdown-it'
import { angleElement } from '#angle'
import { healInline } from './healInline.ts'

/** One parser for server and browser. Every address gets through here; the conversion asks `safeHref`. */
const parser = new MarkdownIt({ html: false, linkify: true, breaks: true })
parser.validateLink = () => true

// File names look like bare domains ("main.rs"), and other schemes are never links.
parser.linkify.set({ fuzzyLink: false })
for (const schema of ['ftp:', '//']) parser.linkify.add(schema, null)

parser.inline.ruler.before('autolink', 'angle', (state, silent) => {
  if (state.src[state.pos] !== '<') return false
  const end = state.src.indexOf('>', state.pos)
  const inside = state.src.slice(state.pos + 1, end)
  // A plain `<https://…>` stays with the autolink rule, which knows Markdown's own escapes.
  if (end < 0 || end >= state.posMax || !/^[@#!]|\|/.test(inside) || inside.includes('\n')) return false
  if (!angleElement(inside)) return false
  if (!silent) state.push('angle', '', 0).content = inside
  state.pos = end + 1
  return true
})

parser.core.ruler.after('block', 'heal', (state) => {
  const last = state.env.open === true ? lastLeaf(state.tokens) : undefined
  if (last?.type === 'inline') last.content = healInline(last.content)
})

// A bare address has no end until something follows it.
parser.core.ruler.after('linkify', 'hold_address', (state) => {
  const last = state.env.open === true && !/\s$/.test(state.src) ? lastLeaf(state.tokens) : undefined
  const children = last?.children ?? []
  const end = children.findLastIndex((token) => token.nesting >= 0 && (token.type !== 'text' || token.content !== ''))
  if (children[end - 1]?.markup !== 'linkify' || children[end + 1]?.type !== 'link_close') return
  if (last) last.children = children.filter((_, i) => i !== end - 1 && i !== end + 1)
})

/** The tokens of a Markdown text; `open` heals a copy of its last paragraph, heading or cell. */
export function parse(source: string, open = false): { tokens: Token[]; hasReferences: boolean } {
  const env: Env = { open }
  const tokens = parser.parse(source, env)
  return { tokens, hasReferences: Object.keys(env.references ?? {}).length > 0 }
}

function lastLeaf(tokens: readonly Token[]): Token | undefined {
  return tokens.findLast((token) => token.nesting === 0 && (token.type !== 'inline' || token.content !== ''))
}
