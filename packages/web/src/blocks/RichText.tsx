import type { RichTextBlock } from '@rivulet/blocks/types'
import { drawBlocks } from '@rivulet/blocks/draw'
import { renderReact } from '@rivulet/blocks/react'
import { useViewer } from './viewer.ts'
import { richTextParts } from './richTextParts.tsx'

/** A rich text block inside another component. */
export function RichText({ text }: { text: RichTextBlock }) {
  return renderReact(drawBlocks([text], useViewer()), richTextParts)
}
