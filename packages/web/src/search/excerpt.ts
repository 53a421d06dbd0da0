import { plainTextFromBlocks, type PlainTextNames } from '@rivulet/blocks/plainText'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'

/** Words, and whether they were searched for. */
export type ExcerptPart = { text: string; isFound: boolean }

/** Takes the text of a match apart: found words stand between U+E000 and U+E001. */
export function splitExcerpt(marked: string, names: PlainTextNames): ExcerptPart[] {
  const plain = plainTextFromBlocks(blocksFromMrkdwn(marked), names).replaceAll(/\s+/g, ' ')
  return plain
    .split(/\u{E000}([^\u{E001}]*)\u{E001}/u)
    .map((text, i) => ({ text: text.replaceAll(/[\u{E000}\u{E001}]/gu, ''), isFound: i % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
