import type { Token } from 'markdown-it'
import type { RichTextInline, RichTextLink, RichTextStyle, RichTextText } from '#types'
import { parseAngleBrackets } from '#mrkdwn/angleBrackets'
import { formatLabel } from '#mrkdwn/inline'
import { addElement, addText, styleField } from '#richText/inlineRun'
import { safeHref } from '#links'
import { healInline } from '#markdown/heal/inline'
import { parseInline } from '#markdown/parse/parser'
import { parsePlainInline } from '#markdown/parse/plainInline'
import type { MarkdownNode } from '#markdown/parse/tree'

const styleFlags: Record<string, keyof RichTextStyle> = { strong: 'bold', em: 'italic', s: 'strike' }

/** Converts the content of a paragraph, heading or cell to inline elements. */
export function inlineOf(node: MarkdownNode, base: RichTextStyle = {}): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const inline of node.token.type === 'inline' ? [node] : node.children) {
    const { children, content } = inline.token
    if (children && children.length > 0) addTokens(run, children, base)
    else for (const element of parsePlainInline(content) ?? []) addElement(run, element, { ...base, ...element.style })
  }
  return run
}

/** Converts part of a paragraph's source to inline elements. `open`: it is still being written. */
export function inlineFromSource(source: string, open = false): RichTextInline[] {
  const words = (open ? healInline(source.trimEnd()) : source).toWellFormed()
  const textOf = parsePlainInline(words)
  if (textOf) return textOf
  const run: RichTextInline[] = []
  addTokens(run, parseInline(source, open), {})
  return run
}

function addTokens(run: RichTextInline[], tokens: readonly Token[], base: RichTextStyle): void {
  const depth: Record<string, number> = {}
  let link: { url: string; label: RichTextInline[]; bare: boolean } | undefined
  for (const token of tokens) {
    const style = { ...base, ...flagsOf(depth) }
    const into = link?.label ?? run
    switch (token.type) {
      case 'text':
        addText(into, token.content, style)
        break
      case 'code_inline':
        addText(into, token.content, { ...style, code: true })
        break
      case 'softbreak':
      case 'hardbreak':
        addText(into, '\n', style)
        break
      case 'image':
        addImage(into, token, style)
        break
      case 'angle':
        addAngle(into, token.content, style)
        break
      case 'emoji':
        // The label of a link is text, whose names are drawn as emoji.
        if (link) addText(into, token.content, style)
        else addElement(into, { type: 'emoji', name: token.content.slice(1, -1) }, style)
        break
      case 'link_open':
        link = { url: String(token.attrGet('href') ?? ''), label: [], bare: token.info === 'auto' }
        break
      case 'link_close':
        if (link) addLink(run, link, style)
        link = undefined
        break
      default: {
        const flag = styleFlags[token.tag]
        if (flag && token.nesting !== 0) depth[flag] = (depth[flag] ?? 0) + token.nesting
        else addText(into, token.content, style)
      }
    }
  }
}

function addAngle(run: RichTextInline[], inside: string, style: RichTextStyle): void {
  const element = parseAngleBrackets(inside) ?? { type: 'text', text: inside }
  for (const part of element.type === 'link' ? formatLabel(element) : [element])
    addElement(run, part, { ...style, ...part.style })
}

function flagsOf(depth: Record<string, number>): RichTextStyle {
  const style: RichTextStyle = {}
  if (depth.bold) style.bold = true
  if (depth.italic) style.italic = true
  if (depth.strike) style.strike = true
  return style
}

/** A label of several styles becomes several links side by side. */
function addLink(
  run: RichTextInline[],
  link: { url: string; label: RichTextInline[]; bare: boolean },
  style: RichTextStyle,
) {
  const { url, label, bare } = link
  const safe = safeHref(url) !== undefined
  if (safe && (label.length === 0 || (bare && plain(label) === url)))
    run.push({ type: 'link', url, ...styleField(style) })
  else if (safe) run.push(...label.map((element) => (element.type === 'text' ? linkOf(element, url) : element)))
  else for (const element of label) addElement(run, element, element.style)
}

function linkOf({ text, style = {} }: RichTextText, url: string): RichTextLink {
  return { type: 'link', url, text, ...styleField(style) }
}

function addImage(run: RichTextInline[], token: Token, style: RichTextStyle): void {
  const url = String(token.attrGet('src') ?? '')
  const alt = (token.children ?? []).map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('')
  if (safeHref(url) === undefined) addText(run, alt, style)
  else run.push({ type: 'link', url, ...(alt === '' ? {} : { text: alt }), ...styleField(style) })
}

function plain(run: readonly RichTextInline[]): string {
  return run.map((element) => (element.type === 'text' ? element.text : '')).join('')
}
