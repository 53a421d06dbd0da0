import type { Block } from '@rivulet/blocks/block'
import { checkBlocks, type Fault } from '@rivulet/blocks/check'
import { everyBlock, everyInline } from '@rivulet/blocks/testing/everyBlock'
import { useRef, useState } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { ViewerContext, type Viewer } from '#blocks/viewer.ts'
import { placeOf } from './placeOf.ts'
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
const samples = [...everyBlock.map((block): [string, Block] => [block.type, block]), ...elements]

/** Every block and element, in light and dark, beside its JSON, which may be changed. */
export function Gallery() {
  return (
    <ViewerContext value={viewer}>
      <main className={styles['page']}>
        <h1>Blocks</h1>
        {samples.map(([name, block], i) => (
          <Sample key={i} name={name} block={block} />
        ))}
      </main>
    </ViewerContext>
  )
}

function Sample({ name, block }: { name: string; block: Block }) {
  const [json, setJson] = useState(() => JSON.stringify([block], undefined, 2))
  const [shown, setShown] = useState<readonly Block[]>([block])
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
  const change = (text: string) => {
    const read = readBlocks(text)
    setJson(text)
    setFaults(read.ok ? [] : read.faults)
    if (read.ok) setShown(read.value)
  }
  const select = (pointer: string) => {
    const place = placeOf(json, pointer) ?? placeOf(json, pointer.replace(/\/[^/]*$/, ''))
    field.current?.focus()
    if (place) field.current?.setSelectionRange(...place)
  }
  return (
    <section className={styles['sample']} aria-label={name}>
      <h2>{name}</h2>
      <div className={styles['source']}>
        <textarea
          ref={field}
          value={json}
          spellCheck={false}
          aria-label={`JSON of ${name}`}
          aria-invalid={faults.length > 0}
          rows={Math.min(20, json.split('\n').length)}
          onChange={(event) => change(event.target.value)}
        />
        <ul className={styles['faults']} aria-live="polite">
          {faults.map(({ message, pointer }, i) => (
            <li key={i}>
              <button type="button" onClick={() => select(pointer)}>
                {lineOf(json, pointer)}: {message} <code>{pointer}</code>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} className={styles['view']} style={{ colorScheme: scheme }}>
          <Blocks blocks={shown} />
        </div>
      ))}
    </section>
  )
}

function readBlocks(json: string) {
  try {
    return checkBlocks(JSON.parse(json), '')
  } catch (error) {
    return {
      ok: false as const,
      faults: [{ message: error instanceof Error ? error.message : 'not JSON', pointer: '' }],
    }
  }
}

function lineOf(json: string, pointer: string): string {
  let place: [number, number] | undefined
  try {
    place = placeOf(json, pointer)
  } catch {
    // While it is no JSON, nothing has a place.
  }
  return place ? `line ${json.slice(0, place[0]).split('\n').length}` : 'JSON'
}
