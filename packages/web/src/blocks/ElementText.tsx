import type { TextObject } from '@rivulet/blocks/types'
import { drawPlainText, drawText } from '@rivulet/blocks/draw'
import { renderReact } from '@rivulet/blocks/react'
import { useViewer } from './viewer.ts'
import { richTextParts } from './richTextParts.tsx'

/** The text object of an element, rendered as in a block. */
export function ElementText({ text }: { text: TextObject }) {
  return renderReact(drawText(text, useViewer()), richTextParts)
}

/** Plain text that is not in a block, with its emoji. */
export function PlainText({ text }: { text: string }) {
  return renderReact(drawPlainText(text, useViewer()), richTextParts)
}
