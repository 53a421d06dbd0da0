import type { TextObject } from '@rivulet/blocks/block'
import { drawText } from '@rivulet/blocks/draw/text'
import { reactOf } from '@rivulet/blocks/react'
import { useViewer } from './viewer.ts'
import { wordParts } from './wordParts.tsx'

/** A text object of an element, drawn as in a block. */
export function TextOf({ text }: { text: TextObject }) {
  return reactOf(drawText(text, useViewer()), wordParts)
}
