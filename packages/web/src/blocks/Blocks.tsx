import type { Block } from '@rivulet/blocks/block'
import { BlockView } from './BlockView.tsx'
import { Caret } from './Caret.tsx'
import styles from './Blocks.module.css'

/** The one renderer of text: whatever was said arrives here as blocks. `caret`: more is being written at the end. */
export function Blocks({ blocks, caret = false }: { blocks: readonly Block[]; caret?: boolean }) {
  const last = blocks.length - 1
  return (
    <div className={styles['blocks']}>
      {blocks.map((block, i) => (
        <BlockView key={i} block={block} caret={caret && i === last} />
      ))}
      {caret && last < 0 && <Caret />}
    </div>
  )
}
