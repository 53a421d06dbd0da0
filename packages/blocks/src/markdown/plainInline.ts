import type { RichTextInline, RichTextStyle } from '#block'
import { addText } from '#inlineRun'

const word = '[\\p{L}\\p{N}]'
/** Characters that mean nothing, and those that mean nothing where they stand. */
const words = `(?:${[
  '[^\\0-\\x1f\\x7f\\\\`*_~<[\\]&@!:]',
  '(?<! )\\n(?! )',
  '!(?!\\[)',
  ':(?!/)',
  '&(?= )',
  '<(?=[ \\d=])',
  '(?<!~)~(?!~)',
  // A task's box, a note.
  '\\[(?:[ xX]|\\d+)\\](?![(:[])',
  `(?<=${word})_(?=${word})`,
].join('|')})+`
const address = 'https?://(?:[a-z0-9]{1,30}\\.)+[a-z]{1,30}(?:/(?:[a-z0-9]+(?:[._/?=-][a-z0-9]+)*/?)?)?'
const styles: Record<string, RichTextStyle> = {
  '`': { code: true },
  '*': { italic: true },
  '**': { bold: true },
  '~~': { strike: true },
}
/** What is beyond doubt: words; words between two marks; code; words that lead to an address; an address between spaces. */
const bit = new RegExp(
  [
    // What stands before a colon may be the beginning of an address.
    `(${words}(?:(?<= )(?=http)|(?!${word}|:)))`,
    `(\\*\\*?|~~)(?=${word})(${words})(?<=${word})\\2(?![*~])`,
    '`(?! )([^`\\n]+)(?<! )`(?!`)',
    `\\[(?=${word})(${words})(?<=${word})\\]\\((${address})\\)`,
    `(?<!\\S)(${address})(?= )`,
  ].join('|'),
  'uy',
)

/**
 * Words with nothing but common marks, where no links are defined, read without the parser, which takes five times as
 * long; undefined for others.
 */
export function plainInline(source: string): RichTextInline[] | undefined {
  const run: RichTextInline[] = []
  for (bit.lastIndex = 0; bit.lastIndex < source.length;) {
    const found = bit.exec(source)
    if (!found) return undefined
    const [, plain, mark = '`', marked, code = '', text, url, bare] = found
    if (url !== undefined && text !== undefined) run.push({ type: 'link', url, text })
    else if (bare !== undefined) run.push({ type: 'link', url: bare })
    else if (plain !== undefined) addText(run, plain)
    else addText(run, marked ?? code, styles[mark])
  }
  return run
}
