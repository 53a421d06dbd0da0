import type { RichTextInline, RichTextStyle } from '#block'

/** Adds text to the run; neighbours of equal style become one element, as the composer writes them. */
export function addText(run: RichTextInline[], text: string, style: RichTextStyle = {}): void {
  if (text === '') return
  const last = run.at(-1)
  // A new object: the run may go on from elements that somebody has seen.
  if (last?.type === 'text' && sameStyle(last.style, style)) run[run.length - 1] = { ...last, text: last.text + text }
  else run.push({ type: 'text', text, ...styled(style) })
}

export function addElement(run: RichTextInline[], element: RichTextInline, style: RichTextStyle = {}): void {
  if (element.type === 'text') addText(run, element.text, style)
  else run.push({ ...element, ...styled(style) })
}

/** The run with another behind it. */
export function joined(run: readonly RichTextInline[], more: readonly RichTextInline[]): RichTextInline[] {
  const [first, ...rest] = more
  const all = [...run]
  if (first) addElement(all, first, first.style)
  all.push(...rest)
  return all
}

/** A style only holds true flags, and is absent when there are none. */
export function styled(style: RichTextStyle): { style?: RichTextStyle } {
  return Object.keys(style).length > 0 ? { style: { ...style } } : {}
}

function sameStyle(one: RichTextStyle | undefined, other: RichTextStyle): boolean {
  if (one === undefined) return Object.keys(other).length === 0
  return styleKey(one) === styleKey(other)
}

function styleKey(style: RichTextStyle): string {
  return Object.keys(style).sort().join()
}
