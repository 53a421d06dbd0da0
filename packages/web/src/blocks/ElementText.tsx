import type { TextObject } from '@rivulet/blocks/types'
import { drawText } from '@rivulet/blocks/draw'
import { renderReact } from '@rivulet/blocks/react'
import { useViewer } from './viewer.ts'
import { richTextParts } from './richTextParts.tsx'

/** The text object of an element, rendered as in a block. */
export function ElementText({ text }: { text: TextObject }) {
  return renderReact(drawText(text, useViewer()), richTextParts)
}
