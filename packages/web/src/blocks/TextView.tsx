import type { TextObject } from '@rivulet/blocks/block'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import { useMemo } from 'react'
import { BlockView } from './BlockView.tsx'

/** A text object: plain text as it is, the older text format as blocks. */
export function TextView({ text }: { text: TextObject }) {
  const blocks = useMemo(() => (text.type === 'mrkdwn' ? blocksFromMrkdwn(text.text) : undefined), [text])
  return blocks ? blocks.map((block, i) => <BlockView key={i} block={block} />) : text.text
}
