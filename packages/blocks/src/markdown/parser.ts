import MarkdownIt, { type Env, type Token } from 'markdown-it'
import { angleElement } from '#angle'
import { healInline } from './healInline.ts'

/** One parser for server and browser. Every address gets through here; the conversion asks `safeHref`. */
const parser = new MarkdownIt({ html: false, linkify: true, breaks: true })
parser.validateLink = () => true

// File names look like bare domains ("main.rs"), and other schemes are never links.
parser.linkify.set({ fuzzyLink: false })
for (const schema of ['ftp:', '//']) parser.linkify.add(schema, null)

const angle = /<([^<>\n]{1,3000})>/y

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

parser.core.ruler.after('block', 'heal', (state) => {
  const last = state.env.open === true ? lastLeaf(state.tokens) : undefined
  if (last?.type === 'inline') last.content = healInline(last.content)
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

/** The tokens of a Markdown text; `open` heals a copy of its last paragraph, heading or cell. */
export function parse(source: string, open = false): { tokens: Token[]; hasReferences: boolean } {
  const env: Env = { open }
  const tokens = parser.parse(source, env)
  return { tokens, hasReferences: Object.keys(env.references ?? {}).length > 0 }
}

function lastLeaf(tokens: readonly Token[]): Token | undefined {
  return tokens.findLast((token) => token.nesting === 0 && (token.type !== 'inline' || token.content !== ''))
}
