import type { AnyChunk, BlocksChunk, KnownBlock } from '@slack/types'
import { describe, expect, test } from 'vitest'
import { checkBlocks, checkChunks } from '#check'
import type { Chunk } from '#chunk'

// Compiling is the test: what the official types allow in a chunk, ours allow.
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
]

describe('what the official types describe', () => {
  test.each(blocks)('is accepted: $type', (block) => {
    expect(checkBlocks([block])).toEqual({ ok: true, value: [block] })
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
