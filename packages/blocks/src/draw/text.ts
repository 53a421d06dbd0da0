import type { TextObject } from '#block'
import { blocksFromMrkdwn } from '#mrkdwn'
import { drawPlain } from './emoji.ts'
import { drawRichText } from './richText.ts'
import type { Drawn } from './tree.ts'
import { remembered, type Viewer } from './viewer.ts'

/** A text object: plain text as it is, but for emoji; the older text format as what it means. */
export function drawText(text: TextObject, viewer: Viewer): readonly Drawn[] {
  return remembered(viewer, text, () =>
    text.type === 'plain_text'
      ? drawPlain(text.text, viewer, text.emoji)
      : blocksFromMrkdwn(text.text).flatMap((block) => (block.type === 'rich_text' ? drawRichText(block, viewer) : [])),
  )
}
