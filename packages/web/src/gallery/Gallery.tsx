import type { Block } from '@rivulet/blocks/block'
import { withBlockIds } from '@rivulet/blocks/blockIds'
import { everyBlock, everyInline } from '@rivulet/blocks/testing/everyBlock'
import { everyElement } from '@rivulet/blocks/testing/everyElement'
import { useMemo, useState } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { ViewerContext, type Viewer } from '#blocks/viewer.ts'
import { SurfaceContext, type Surface } from '#controls/surface.ts'
import { workspace } from '#store/workspace.ts'
import { known } from './known.ts'
import { laidOut } from './laidOut.ts'
import { partsWithoutPictures } from './pictures.tsx'
import { type PlacedFault, readBlocks } from './readBlocks.ts'
import { Source } from './Source.tsx'
import styles from './Gallery.module.css'

// Selects ask the store whom and what there is.
workspace.setState(known)

const viewer: Viewer = {
  you: known.you,
  user: (id) => known.users[id]?.label,
  channel: (id) => known.channels[id]?.name,
  usergroup: (id) => (id === 'S1' ? { handle: 'crew', users: ['U2'] } : undefined),
  emoji: {},
}

const elements = everyInline.map((inline): [string, Block] => [
  `rich_text: ${inline.type}`,
  { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [inline] }] },
])
const names = numbered([
  ...everyBlock.map((block): [string, Block] => [block.type, block]),
  ...elements,
  ...everyElement.map((block): [string, Block] => [nameOf(block), block]),
])
const groups: [title: string, samples: [string, Block][]][] = [
  ['Blocks', names.slice(0, everyBlock.length)],
  ['Elements of rich text', names.slice(everyBlock.length, everyBlock.length + elements.length)],
  ['Elements that people act on', names.slice(everyBlock.length + elements.length)],
]

/** Every block and element, in light and dark, beside its JSON, which may be changed. */
export function Gallery() {
  return (
    <ViewerContext value={viewer}>
      <main className={styles['page']}>
        <h1>Blocks</h1>
        <p className={styles['lead']}>
          Every block that a message can hold, and every element, in light and dark. Change the JSON: the drawing
          follows, and what is wrong is marked. Press a button: what the app would be told is below it.
        </p>
        <nav className={styles['contents']} aria-label="Contents">
          {groups.map(([title, samples]) => (
            <details key={title} open={title === 'Blocks'}>
              <summary>{title}</summary>
              <ul>
                {samples.map(([name]) => (
                  <li key={name}>
                    <a href={`#${anchorOf(name)}`}>{name}</a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </nav>
        {groups.map(([title, samples]) => (
          <div key={title}>
            <h2>{title}</h2>
            {samples.map(([name, block]) => (
              <Sample key={name} name={name} block={block} />
            ))}
          </div>
        ))}
      </main>
    </ViewerContext>
  )
}

function nameOf(block: Block): string {
  if (block.type === 'input') return `input: ${block.element.type}`
  const first = block.type === 'actions' || block.type === 'context_actions' ? block.elements[0]?.type : undefined
  return `${block.type}: ${first}`
}

function anchorOf(name: string): string {
  return name.replaceAll(/\W+/g, '-').replace(/-$/, '')
}

/** Where several have one name, all but the first have a number: each is a place of its own on the page. */
function numbered(named: readonly [string, Block][]): [string, Block][] {
  return named.map(([name, block], i) => {
    const before = named.slice(0, i).filter(([other]) => other === name).length
    return [before === 0 ? name : `${name} (${before + 1})`, block]
  })
}

function Sample({ name, block }: { name: string; block: Block }) {
  const [json, setJson] = useState(() => laidOut([block]))
  const [shown, setShown] = useState<readonly Block[]>([block])
  const [faults, setFaults] = useState<readonly PlacedFault[]>([])
  const change = (text: string) => {
    const read = readBlocks(text)
    setJson(text)
    setFaults(read.ok ? [] : read.faults)
    if (read.ok) setShown(read.blocks)
  }
  return (
    <section className={styles['sample']} id={anchorOf(name)} aria-label={name}>
      <h3>{name}</h3>
      <Source name={name} json={json} faults={faults} onChange={change} />
      {(['light', 'dark'] as const).map((scheme) => (
        <View key={scheme} name={name} scheme={scheme} blocks={shown} old={faults.length > 0} />
      ))}
    </section>
  )
}

/** What an app might offer for what somebody types. */
const offered = ['Apple', 'Pear', 'Plum'].map((text) => ({ text: { type: 'plain_text' as const, text }, value: text }))

type ViewProps = { name: string; scheme: 'light' | 'dark'; blocks: readonly Block[]; old: boolean }

/** The blocks as a message shows them; an app that is not there takes everything. */
function View({ name, scheme, blocks, old }: ViewProps) {
  const [told, setTold] = useState('')
  // As a server does it: what has no id cannot be acted on.
  const named = useMemo(() => {
    let made = 0
    return withBlockIds(blocks, () => `made-${++made}`)
  }, [blocks])
  const surface = useMemo<Surface>(
    () => ({
      key: `gallery ${name} ${scheme}`,
      async act({ element: { type, action_id }, value }) {
        setTold(JSON.stringify({ type, action_id, ...value }))
        return { ok: true }
      },
      async suggest() {
        return { ok: true, groups: [{ options: offered }] }
      },
    }),
    [name, scheme],
  )
  return (
    <div className={styles['view']} data-old={old || undefined} style={{ colorScheme: scheme }}>
      <SurfaceContext value={surface}>
        <Blocks blocks={named} parts={partsWithoutPictures} />
      </SurfaceContext>
      {told !== '' && (
        <p className={styles['told']} role="status">
          {told}
        </p>
      )}
    </div>
  )
}
