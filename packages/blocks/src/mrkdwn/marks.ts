import type { RichTextStyle } from '#types'

/** A piece of mrkdwn without marks, and the style that it has to get. */
export type Styled = { text: string; style: RichTextStyle }

type Flag = 'strike' | 'italic' | 'bold' | 'code'

/** The order of marks that begin together, from the outside. */
const flags: readonly Flag[] = ['strike', 'italic', 'bold', 'code']
const marks: Record<Flag, string> = { strike: '~', italic: '_', bold: '*', code: '`' }

/**
 * Joins pieces with their marks. A mark that goes on in the next piece stays open. White space at the ends stays outside of
 * the marks, and a piece that is only white space has none.
 */
export function joinStyled(pieces: readonly Styled[]): string {
  const styles = pieces.map(({ text, style }) => (text.trim() === '' ? {} : style))
  const open: Flag[] = []
  let text = ''
  let space = ''
  for (const [i, piece] of pieces.entries()) {
    const style = styles[i] ?? {}
    const words = piece.text.trim()
    const keep = open.findIndex((flag) => flag === 'code' || !style[flag])
    const closed = keep < 0 ? [] : open.splice(keep)
    text += closed
      .reverse()
      .map((flag) => marks[flag])
      .join('')
    if (words === '') {
      space += piece.text
      continue
    }
    const start = piece.text.indexOf(words)
    const added = flags
      .filter((flag) => style[flag] && !open.includes(flag))
      .toSorted((a, b) => lengthOf(b, styles, i) - lengthOf(a, styles, i))
    open.push(...added)
    text += space + piece.text.slice(0, start) + added.map((flag) => marks[flag]).join('') + words
    space = piece.text.slice(start + words.length)
  }
  return (
    text +
    open
      .toReversed()
      .map((flag) => marks[flag])
      .join('') +
    space
  )
}

/** How many pieces in a row have the style. Code is innermost, because no mark works in it. */
function lengthOf(flag: Flag, styles: readonly RichTextStyle[], from: number): number {
  if (flag === 'code') return 0
  let end = from + 1
  while (styles[end]?.[flag]) end++
  return end - from
}
