import type { Block } from '@rivulet/blocks/types'
import { assignIds } from '@rivulet/blocks/elements'
import { allBlocks, allInlineElements } from '@rivulet/blocks/samples/allBlocks'
import { allElementBlocks } from '@rivulet/blocks/samples/allElements'
import { useMemo, useState } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { ViewerContext, type Viewer } from '#blocks/viewer.ts'
import { SurfaceContext, type Surface } from '#controls/surface/surface.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { sampleWorkspace } from './sampleWorkspace.ts'
import { formatJson } from './formatJson.ts'
import { partsWithSamplePictures } from './samplePictures.tsx'
import { type JsonFault, parseBlocks } from './parseBlocks.ts'
import { JsonEditor } from './JsonEditor.tsx'
import styles from './Gallery.module.css'

// Selects list the users and channels of the workspace store.
workspace.setState(sampleWorkspace)

const viewer: Viewer = {
  userId: sampleWorkspace.you,
  user: (id) => sampleWorkspace.users[id]?.label,
  channel: (id) => sampleWorkspace.channels[id]?.name,
  usergroup: (id) => (id === 'S1' ? { handle: 'crew' } : undefined),
  emoji: {},
}

type Sample = [name: string, block: Block]

const inlineSamples = allInlineElements.map((inline): Sample => [
  `rich_text: ${inline.type}`,
  { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [inline] }] },
])
const samples = numberDuplicates([
  ...allBlocks.map((block): Sample => [block.type, block]),
  ...inlineSamples,
  ...allElementBlocks.map((block): Sample => [nameOf(block), block]),
])
/** Text that is written from the right, and emoji. */
const writing: Sample[] = [
  [
    'Arabic',
    {
      type: 'markdown',
      text: '# تقرير الإصدار v2.0\n\nأُصدرت النسخة `v2.0` (مستقرة) اليوم.\n\n- البند الأول\n- البند الثاني\n\n> مرحبا!\n\n| الاسم | العدد |\n|---|--:|\n| تفاح | 3 |',
    },
  ],
  [
    'Hebrew',
    { type: 'section', text: { type: 'mrkdwn', text: 'הגרסה `v2.0` יצאה (סוף סוף)!\n\nThis line is English.' } },
  ],
  ['Emoji', { type: 'markdown', text: ':tada: **:rocket: ready** :+1::skin-tone-4:, :nobody_knows: and `:code:`' }],
]
const groups: [title: string, samples: Sample[]][] = [
  ['Blocks', samples.slice(0, allBlocks.length)],
  ['Elements of rich text', samples.slice(allBlocks.length, allBlocks.length + inlineSamples.length)],
  ['Interactive elements', samples.slice(allBlocks.length + inlineSamples.length)],
  ['Writing', writing],
]

/** Shows every block and element, in light and dark, next to its JSON, which can be edited. */
export function Gallery() {
  return (
    <ViewerContext value={viewer}>
      <main className={styles['page']}>
        <h1>Blocks</h1>
        <p className={styles['lead']}>
          Every block that a message can contain, and every element, in light and dark. Edit the JSON: the drawing
          follows, and errors are marked. Press a button: the interaction that the app would receive is shown below it.
        </p>
        <nav className={styles['contents']} aria-label="Contents">
          {groups.map(([title, grouped]) => (
            <details key={title} open={title === 'Blocks'}>
              <summary>{title}</summary>
              <ul>
                {grouped.map(([name]) => (
                  <li key={name}>
                    <a href={`#${anchorOf(name)}`}>{name}</a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </nav>
        {groups.map(([title, grouped]) => (
          <div key={title}>
            <h2>{title}</h2>
            {grouped.map(([name, block]) => (
              <SampleSection key={name} name={name} block={block} />
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

/** Appends a number to the names of repeated samples, so that each has an anchor of its own. */
function numberDuplicates(all: readonly Sample[]): Sample[] {
  return all.map(([name, block], i) => {
    const earlier = all.slice(0, i).filter(([other]) => other === name).length
    return [earlier === 0 ? name : `${name} (${earlier + 1})`, block]
  })
}

function SampleSection({ name, block }: { name: string; block: Block }) {
  const [json, setJson] = useState(() => formatJson([block]))
  const [blocks, setBlocks] = useState<readonly Block[]>([block])
  const [faults, setFaults] = useState<readonly JsonFault[]>([])
  const change = (text: string) => {
    const parsed = parseBlocks(text)
    setJson(text)
    setFaults(parsed.ok ? [] : parsed.faults)
    if (parsed.ok) setBlocks(parsed.blocks)
  }
  return (
    <section className={styles['sample']} id={anchorOf(name)} aria-label={name}>
      <h3>{name}</h3>
      <JsonEditor name={name} json={json} faults={faults} onChange={change} />
      {(['light', 'dark'] as const).map((scheme) => (
        <Preview key={scheme} name={name} scheme={scheme} blocks={blocks} outdated={faults.length > 0} />
      ))}
    </section>
  )
}

/** The options that the sample app suggests for any text. */
const suggestions = ['Apple', 'Pear', 'Plum'].map((text) => ({
  text: { type: 'plain_text' as const, text },
  value: text,
}))

type PreviewProps = { name: string; scheme: 'light' | 'dark'; blocks: readonly Block[]; outdated: boolean }

/** The blocks as a message shows them. A pretended app accepts every interaction. */
function Preview({ name, scheme, blocks, outdated }: PreviewProps) {
  const [lastInteraction, setLastInteraction] = useState('')
  // Assigns ids as the server does, because elements without an id are not interactive.
  const blocksWithIds = useMemo(() => {
    let made = 0
    return assignIds(blocks, () => `made-${++made}`)
  }, [blocks])
  const surface = useMemo<Surface>(
    () => ({
      key: `gallery ${name} ${scheme}`,
      async interact({ element: { type, action_id }, value }) {
        setLastInteraction(JSON.stringify({ type, action_id, ...value }))
        return { ok: true }
      },
      async suggest() {
        return { ok: true, groups: [{ options: suggestions }] }
      },
    }),
    [name, scheme],
  )
  return (
    <div className={styles['view']} data-old={outdated || undefined} style={{ colorScheme: scheme }}>
      <SurfaceContext value={surface}>
        <Blocks blocks={blocksWithIds} parts={partsWithSamplePictures} />
      </SurfaceContext>
      {lastInteraction !== '' && (
        <p className={styles['interaction']} role="status">
          {lastInteraction}
        </p>
      )}
    </div>
  )
}
