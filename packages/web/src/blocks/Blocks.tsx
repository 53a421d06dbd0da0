import type { Block } from '@rivulet/blocks/types'
import '@rivulet/blocks/blocks.css'
import { drawBlocks, readChart } from '@rivulet/blocks/draw'
import { DefaultPart, type PartProps, type PartComponents, renderReact } from '@rivulet/blocks/react'
import { memo } from 'react'
import { controlParts } from '#controls/controlParts.tsx'
import { Plan } from '#tasks/Plan.tsx'
import { TaskCard } from '#tasks/TaskCard.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useViewer } from './viewer.ts'
import { richTextParts } from './richTextParts.tsx'
import styles from './Blocks.module.css'

const ChartFigure = lazyComponent(async () => (await import('#blocks/chart/ChartFigure.tsx')).ChartFigure)

type Props = { blocks: readonly Block[]; caret?: boolean; parts?: PartComponents }

/** Renders blocks. All text of messages and views passes through it. `caret` marks where a streamed reply continues. */
export const Blocks = memo(function Blocks({ blocks, caret = false, parts = blockParts }: Props) {
  return <div className={styles['blocks']}>{renderReact(drawBlocks(blocks, useViewer(), { caret }), parts)}</div>
})

/** The parts of blocks that are React components. */
export const blockParts: PartComponents = {
  ...richTextParts,
  ...controlParts,
  chart({ element, children }: PartProps) {
    const chart = element.source && readChart(element.source)
    if (!chart) return <DefaultPart element={element}>{children}</DefaultPart>
    const [caption, table] = element.children.map((child) => renderReact([child]))
    return <ChartFigure chart={chart} caption={caption} table={table} />
  },
  plan({ element: { source }, children }: PartProps) {
    return source?.type === 'plan' ? <Plan block={source} /> : children
  },
  task({ element: { source }, children }: PartProps) {
    return source && 'task_id' in source ? <TaskCard task={source} /> : children
  },
}
