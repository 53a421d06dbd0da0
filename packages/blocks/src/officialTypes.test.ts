import type { AnyChunk, BlocksChunk, KnownBlock } from '@slack/types'
import { describe, expect, test } from 'vitest'
import { checkBlocks, checkChunks } from '#check'
import type { Block, PlanTask } from '#block'
import type { Chunk } from '#chunk'

// Compiling is the test: what the official types allow, ours allow. Where those are behind what the service does, they
// are narrowed first; docs/spec/official-types.md lists each such place.
type Official<T extends KnownBlock['type']> = Extract<KnownBlock, { type: T }>
type Narrowed<B, T> = Omit<B, keyof T> & T
type OfficialBlock =
  | Exclude<KnownBlock, Official<'plan'> | Official<'file'> | Official<'container'>>
  | Narrowed<Official<'plan'>, { tasks?: PlanTask[] }>
  | OfficialFile
  | Narrowed<Official<'container'>, { child_blocks: OfficialChild[] }>
type OfficialFile = Narrowed<Official<'file'>, { source: 'remote' }>
type OfficialChild = Exclude<Official<'container'>['child_blocks'][number], Official<'file'>> | OfficialFile

export const acceptedBlock = (block: OfficialBlock): Block => block
const accepted = (chunk: Exclude<AnyChunk, BlocksChunk>): Chunk => chunk

const details = {
  type: 'rich_text' as const,
  elements: [{ type: 'rich_text_section' as const, elements: [{ type: 'text' as const, text: 'd' }] }],
}
const plain = (text: string) => ({ type: 'plain_text' as const, text })

const blocks: KnownBlock[] = [
  { type: 'section', text: plain('a'), accessory: { type: 'button', text: plain('b'), action_id: 'c' } },
  { type: 'header', text: plain('a') },
  { type: 'divider' },
  { type: 'context', elements: [plain('a'), { type: 'image', image_url: 'https://a.b/c.png', alt_text: 'd' }] },
  { type: 'image', image_url: 'https://a.b/c.png', alt_text: 'd' },
  {
    type: 'actions',
    elements: [{ type: 'static_select', options: [{ text: plain('a'), value: 'b' }] }, { type: 'datepicker' }],
  },
  { type: 'markdown', text: '**a**' },
  { type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]], column_settings: [{ align: 'right' }] },
  {
    type: 'task_card',
    task_id: '1',
    title: 'a',
    status: 'complete',
    details,
    sources: [{ type: 'url', url: 'https://a.b', text: 'c' }],
  },
  { type: 'plan', title: 'a', tasks: [{ type: 'task_card', task_id: '1', title: 'b', status: 'pending' }] },
  {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        positive_button: { text: plain('+'), value: 'p' },
        negative_button: { text: plain('-'), value: 'n' },
      },
      { type: 'icon_button', icon: 'trash', text: plain('Delete') },
    ],
  },
  { type: 'video', video_url: 'https://a.b/v', thumbnail_url: 'https://a.b/t', alt_text: 'a', title: plain('b') },
  { type: 'input', label: plain('a'), element: { type: 'plain_text_input' } },
  details,
  { type: 'file', external_id: 'a', source: 'remote' },
  { type: 'alert', text: plain('a'), level: 'warning' },
  { type: 'card', title: { type: 'mrkdwn', text: 'a' } },
  { type: 'carousel', elements: [{ type: 'card', title: { type: 'mrkdwn', text: 'a' } }] },
  { type: 'container', title: plain('a'), child_blocks: [{ type: 'divider' }] },
  {
    type: 'data_table',
    caption: 'a',
    rows: [[{ type: 'raw_text', text: 'a' }], [{ type: 'raw_number', value: 1, text: '1' }]],
  },
]

describe('what the official types describe', () => {
  test.each(blocks)('is accepted: $type', (block) => {
    expect(checkBlocks([block])).toEqual({ ok: true, value: [block] })
  })

  test('has an example here of every type of block', () => {
    const types: Record<KnownBlock['type'], true> = {
      actions: true,
      alert: true,
      card: true,
      carousel: true,
      container: true,
      context: true,
      context_actions: true,
      data_table: true,
      divider: true,
      file: true,
      header: true,
      image: true,
      input: true,
      markdown: true,
      plan: true,
      rich_text: true,
      section: true,
      table: true,
      task_card: true,
      video: true,
    }
    expect(blocks.map(({ type }) => type).sort()).toEqual(Object.keys(types))
  })

  test('is accepted as a chunk', () => {
    const chunk = accepted({
      type: 'task_update',
      id: '1',
      title: 'a',
      status: 'pending',
      sources: [{ type: 'url', url: 'https://a.b', text: 'c' }],
    })
    expect(checkChunks([chunk, { type: 'blocks', blocks }])).toMatchObject({ ok: true })
  })
})
