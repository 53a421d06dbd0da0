const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /^(?![\uff61-\uffdc])(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])/u
const emoji = /^(?:\p{RGI_Emoji}|\p{Emoji_Presentation})/v
const invisible = /^(?:\p{Mn}|\p{Me}|\p{Cf})+$/u

/** How many columns of a terminal a text takes. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + columnsOfGrapheme(segment), 0)
}

function columnsOfGrapheme(grapheme: string): number {
  if (invisible.test(grapheme)) return 0
  return wide.test(grapheme) || emoji.test(grapheme) ? 2 : 1
}

/** The beginning of a text that fits so many columns, with `…` if something is left out. */
export function fit(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text
  let [kept, taken] = ['', 0]
  for (const { segment } of graphemes.segment(text)) {
    const more = columnsOfGrapheme(segment)
    if (taken + more > columns - 1) break
    kept += segment
    taken += more
  }
  return `${kept}…`
}

export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}
