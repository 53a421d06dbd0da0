import type { Block } from '#block'
import { drawBlocks } from '#draw'
import type { Drawn, DrawnElement } from '#draw/tree'
import type { Viewer } from '#draw/viewer'

/** The blocks as a string of HTML: for mail, previews and pages without a script. `blocks.css` gives it its look. */
export function htmlFromBlocks(blocks: readonly Block[], viewer?: Viewer): string {
  return htmlOf(drawBlocks(blocks, viewer))
}

/** A drawing as a string of HTML. Line breaks are tags, so that they stay where there is no style. */
export function htmlOf(drawn: readonly Drawn[]): string {
  return drawn.map((one) => write(one, false)).join('')
}

const empty = new Set(['hr', 'img', 'input'])

function write(drawn: Drawn, literal: boolean): string {
  if (typeof drawn === 'string') return literal ? escaped(drawn) : escaped(drawn).replaceAll('\n', '<br>')
  const { tag, children } = drawn
  const start = `<${tag}${attributesOf(drawn)}>`
  if (empty.has(tag)) return start
  const inside = children.map((child) => write(child, literal || tag === 'pre')).join('')
  // The parser eats a newline that a <pre> begins with.
  return `${start}${tag === 'pre' && inside.startsWith('\n') ? '\n' : ''}${inside}</${tag}>`
}

function attributesOf({ part, attributes, colour }: DrawnElement): string {
  let text = part === undefined ? '' : ` class="rv-${part}"`
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) text += ` ${name}`
    else if (value !== undefined) text += ` ${name}="${escaped(String(value))}"`
  }
  return colour === undefined ? text : `${text} style="background-color:${escaped(colour)}"`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
