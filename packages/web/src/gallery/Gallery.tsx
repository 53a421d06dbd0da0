import type { Block } from '@rivulet/blocks/block'
import { everyBlock, everyInline } from '@rivulet/blocks/testing/everyBlock'
import { useState } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { ViewerContext, type Viewer } from '#blocks/viewer.ts'
import { partsWithoutPictures } from './pictures.tsx'
import { type PlacedFault, readBlocks } from './readBlocks.ts'
import { Source } from './Source.tsx'
import styles from './Gallery.module.css'

const viewer: Viewer = {
  you: 'U1',
  user: (id) => ({ U1: 'Ana', U2: 'Ben' })[id],
  channel: (id) => ({ C1: 'general' })[id],
  usergroup: (id) => (id === 'S1' ? { handle: 'crew', users: ['U2'] } : undefined),
  emoji: {},
}

const elements = everyInline.map((inline): [string, Block] => [
  `rich_text: ${inline.type}`,
  { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [inline] }] },
])
const samples = numbered([...everyBlock.map((block): [string, Block] => [block.type, block]), ...elements])

/** Every block and element, in light and dark, beside its JSON, which may be changed. */
export function Gallery() {
  return (
    <ViewerContext value={viewer}>
      <main className={styles['page']}>
        <h1>Blocks</h1>
        <p className={styles['lead']}>
          Every block that a message can hold, and every element of rich text, in light and dark. Change the JSON: the
          drawing follows, and what is wrong is marked.
        </p>
        {samples.map(([name, block], i) => (
          <Sample key={i} name={name} block={block} />
        ))}
      </main>
    </ViewerContext>
  )
}

/** Where several have one name, all but the first have a number: each is a place of its own on the page. */
function numbered(named: readonly [string, Block][]): [string, Block][] {
  return named.map(([name, block], i) => {
    const before = named.slice(0, i).filter(([other]) => other === name).length
    return [before === 0 ? name : `${name} (${before + 1})`, block]
  })
}

function Sample({ name, block }: { name: string; block: Block }) {
  const [json, setJson] = useState(() => JSON.stringify([block], undefined, 2))
  const [shown, setShown] = useState<readonly Block[]>([block])
  const [faults, setFaults] = useState<readonly PlacedFault[]>([])
  const change = (text: string) => {
    const read = readBlocks(text)
    setJson(text)
    setFaults(read.ok ? [] : read.faults)
    if (read.ok) setShown(read.blocks)
  }
  return (
    <section className={styles['sample']} aria-label={name}>
      <h2>{name}</h2>
      <Source name={name} json={json} faults={faults} onChange={change} />
      {(['light', 'dark'] as const).map((scheme) => (
        <div
          key={scheme}
          className={styles['view']}
          data-old={faults.length > 0 || undefined}
          style={{ colorScheme: scheme }}
        >
          <Blocks blocks={shown} parts={partsWithoutPictures} />
        </div>
      ))}
    </section>
  )
}
