import type { RichTextElement, RichTextList } from '#types'

const bullets = ['•', '◦', '▪\uFE0E']

/** The number of each ordered list's first item: from its offset, or continued from the last list of the same indent. */
export function listStarts(elements: readonly RichTextElement[]): Map<RichTextList, number> {
  const starts = new Map<RichTextList, number>()
  let shown: number[] = []
  for (const element of elements) {
    if (element.type !== 'rich_text_list') {
      shown = []
      continue
    }
    const indent = element.indent ?? 0
    shown.length = Math.min(shown.length, indent + 1)
    const before = element.offset ?? shown[indent] ?? 0
    if (element.style === 'ordered') starts.set(element, before + 1)
    shown[indent] = element.style === 'ordered' ? before + element.elements.length : 0
  }
  return starts
}

/** The marker before an item: `1.`, `a.` or `i.`, or one of three bullets, depending on the indent modulo 3. */
export function listMarker(style: RichTextList['style'], indent: number, number: number): string {
  if (style === 'bullet') return bullets[indent % 3] ?? ''
  return `${[String, toLetters, toRoman][indent % 3]?.(number) ?? number}.`
}

function toLetters(number: number): string {
  let rest = number
  let text = ''
  while (rest > 0) {
    rest--
    text = String.fromCharCode(97 + (rest % 26)) + text
    rest = Math.floor(rest / 26)
  }
  return text || String(number)
}

const numerals: [string, number][] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]

function toRoman(number: number): string {
  if (number < 1 || number > 3999) return String(number)
  let rest = number
  let text = ''
  for (const [letter, worth] of numerals) {
    for (; rest >= worth; rest -= worth) text += letter
  }
  return text
}
