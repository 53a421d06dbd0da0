import type { TextObject } from '#types'
import { blocksFromMrkdwn } from '#mrkdwn'
import { drawPlainText } from './emoji.ts'
import { drawRichText } from './richText.ts'
import type { DrawnNode } from './tree.ts'
import { drawOnce, type Viewer } from './viewer.ts'

/** Draws a text object: `mrkdwn` as rich text, `plain_text` unchanged except for emoji. */
export function drawText(text: TextObject, viewer: Viewer): readonly DrawnNode[] {
  return drawOnce(viewer, text, () =>
    text.type === 'plain_text'
      ? drawPlainText(text.text, viewer, text.emoji)
      : blocksFromMrkdwn(text.text).flatMap((block) => (block.type === 'rich_text' ? drawRichText(block, viewer) : [])),
  )
}
