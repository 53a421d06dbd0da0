import type { Attachment, Block } from './types.ts'
import { drawAttachments } from '#draw/attachments'
import { drawBlocks } from '#draw'
import type { DrawnNode, DrawnElement } from '#draw/tree'
import type { Viewer } from '#draw/viewer'
import { expandMarkdown } from '#markdown/expand'

/** Draws blocks as HTML for mail, previews and pages without scripts. Everything is escaped; `blocks.css` styles it. */
export function htmlFromBlocks(blocks: readonly Block[], viewer?: Viewer): string {
  return renderHtml(drawBlocks(expandMarkdown(blocks), viewer))
}

/** Draws attachments as HTML, like `htmlFromBlocks`. */
export function htmlFromAttachments(attachments: readonly Attachment[], viewer?: Viewer): string {
  const expanded = attachments.map((one) => (one.blocks ? { ...one, blocks: [...expandMarkdown(one.blocks)] } : one))
  return renderHtml(drawAttachments(expanded, viewer))
}

/** A drawing as HTML. Line breaks become `<br>`, so that they show without a style sheet. */
export function renderHtml(drawn: readonly DrawnNode[]): string {
  return drawn.map((node) => writeNode(node, false)).join('')
}

const voidTags = new Set(['hr', 'img', 'input'])

function writeNode(drawn: DrawnNode, literal: boolean): string {
  if (typeof drawn === 'string') return literal ? escapeHtml(drawn) : escapeHtml(drawn).replaceAll('\n', '<br>')
  const { tag, children } = drawn
  const start = `<${tag}${attributesOf(drawn)}>`
  if (voidTags.has(tag)) return start
  const inside = children.map((child) => writeNode(child, literal || tag === 'pre')).join('')
  // HTML parsers drop a newline at the start of a <pre>.
  return `${start}${tag === 'pre' && inside.startsWith('\n') ? '\n' : ''}${inside}</${tag}>`
}

function attributesOf({ part, attributes, colour }: DrawnElement): string {
  let text = part === undefined ? '' : ` class="rv-${part}"`
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) text += ` ${name}`
    else if (value !== undefined) text += ` ${name}="${escapeHtml(String(value))}"`
  }
  return colour === undefined ? text : `${text} style="background-color:${escapeHtml(colour)}"`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
