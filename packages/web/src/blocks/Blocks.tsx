import type { Block } from '@rivulet/blocks/block'
import '@rivulet/blocks/blocks.css'
import { drawBlocks } from '@rivulet/blocks/draw'
import { type PartProps, type Parts, reactOf } from '@rivulet/blocks/react'
import { memo } from 'react'
import { controlParts } from '#controls/parts.tsx'
import { Plan } from '#tasks/Plan.tsx'
import { TaskCard } from '#tasks/TaskCard.tsx'
import { useViewer } from './viewer.ts'
import { wordParts } from './wordParts.tsx'
import styles from './Blocks.module.css'

type Props = { blocks: readonly Block[]; caret?: boolean; parts?: Parts }

/** The one renderer of text: whatever was said arrives here as blocks. `caret`: more is being written at the end. */
export const Blocks = memo(function Blocks({ blocks, caret = false, parts = blockParts }: Props) {
  return <div className={styles['blocks']}>{reactOf(drawBlocks(blocks, useViewer(), { caret }), parts)}</div>
})

export const blockParts: Parts = {
  ...wordParts,
  ...controlParts,
  plan({ element: { of }, children }: PartProps) {
    return of?.type === 'plan' ? <Plan block={of} /> : children
  },
  task({ element: { of }, children }: PartProps) {
    return of && 'task_id' in of ? <TaskCard task={of} /> : children
  },
}
