import type { RichTextInline, RichTextStyle } from '#types'
import { splitEmoji } from '#emoji/inText'

/** Appends text to a run of inline elements. Neighbours of equal style become one element, as an editor writes them. */
export function addText(run: RichTextInline[], text: string, style: RichTextStyle = {}): void {
  if (text === '') return
  const last = run.at(-1)
  // Creates a new object, because others may hold the old one.
  if (last?.type === 'text' && isSameStyle(last.style, style)) run[run.length - 1] = { ...last, text: last.text + text }
  else run.push({ type: 'text', text, ...styleField(style) })
}

/** Appends text in which names of emoji are emoji. */
export function addTextWithEmoji(run: RichTextInline[], text: string, style: RichTextStyle = {}): void {
  for (const piece of splitEmoji(text)) {
    if (typeof piece === 'string') addText(run, piece, style)
    else run.push({ type: 'emoji', name: piece.emoji, ...styleField(style) })
  }
}

/** Appends an element to a run with this style. */
export function addElement(run: RichTextInline[], element: RichTextInline, style: RichTextStyle = {}): void {
  if (element.type === 'text') addText(run, element.text, style)
  else run.push({ ...element, ...styleField(style) })
}

/** Two runs as one. */
export function joinInline(run: readonly RichTextInline[], more: readonly RichTextInline[]): RichTextInline[] {
  const [first, ...rest] = more
  const all = [...run]
  if (first) addElement(all, first, first.style)
  all.push(...rest)
  return all
}

/** The `style` field of an element, absent if no flag is set. */
export function styleField(style: RichTextStyle): { style?: RichTextStyle } {
  return Object.keys(style).length > 0 ? { style: { ...style } } : {}
}

function isSameStyle(one: RichTextStyle | undefined, other: RichTextStyle): boolean {
  if (one === undefined) return Object.keys(other).length === 0
  return styleKey(one) === styleKey(other)
}

function styleKey(style: RichTextStyle): string {
  return Object.keys(style).sort().join()
}
