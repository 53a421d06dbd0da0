import type { RichTextBlock } from '@rivulet/blocks/block'
import { drawBlocks } from '@rivulet/blocks/draw'
import { reactOf } from '@rivulet/blocks/react'
import { useViewer } from './viewer.ts'
import { wordParts } from './wordParts.tsx'

/** A rich text inside of something else. */
export function Words({ text }: { text: RichTextBlock }) {
  return reactOf(drawBlocks([text], useViewer()), wordParts)
}
