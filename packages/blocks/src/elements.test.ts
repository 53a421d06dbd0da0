import { describe, expect, test } from 'vitest'
import type { Block } from './types.ts'
import { assignIds } from '#elements'
import { findInteractiveElements } from '#elements'

describe('assignIds', () => {
  test('[RT-9] gives each block a unique id, and markdown blocks none', () => {
    const blocks: Block[] = [
      { type: 'divider' },
      { type: 'divider', block_id: 'a' },
      { type: 'markdown', text: 'x' },
      { type: 'divider' },
    ]
    const ids = ['a', 'b', 'b', 'c'].values()

    const made = assignIds(blocks, () => ids.next().value ?? '')

    expect(made.map((block) => block.block_id)).toEqual(['b', 'a', undefined, 'c'])
    expect(made[1]).toBe(blocks[1])
    expect(made[2]).toBe(blocks[2])
  })

  test('[RT-9] replaces an id that an earlier block has', () => {
    const blocks: Block[] = [
      { type: 'divider', block_id: 'a' },
      { type: 'divider', block_id: 'a' },
    ]
    expect(assignIds(blocks, () => 'b').map((block) => block.block_id)).toEqual(['a', 'b'])
  })

  test('[RT-9] removes an id that an earlier block has from a markdown block', () => {
    const blocks: Block[] = [
      { type: 'divider', block_id: 'a' },
      { type: 'markdown', block_id: 'a', text: 'x' },
    ]
    expect(assignIds(blocks, () => 'b').map((block) => block.block_id)).toEqual(['a', undefined])
  })

  test('[RT-9] gives rich text in cells, tasks and titles an id, and keeps what has one', () => {
    const words = (block_id?: string) => ({
      type: 'rich_text' as const,
      elements: [],
      ...(block_id ? { block_id } : {}),
    })
    const task = { task_id: '1', title: 'a', details: words(), output: words() }
    const blocks: Block[] = [
      { type: 'table', block_id: 'a', rows: [[words('b'), { type: 'raw_text', text: 'x' }], [words()]] },
      { type: 'task_card', block_id: 'c', ...task },
      { type: 'plan', block_id: 'd', title: 'a', tasks: [task] },
      { type: 'container', block_id: 'e', rich_text_title: words(), child_blocks: [] },
    ]
    let made = 0
    const complete = assignIds(blocks, () => `made${made++}`)
    expect(made).toBe(1 + 2 + 3 + 1)
    expect(JSON.stringify(complete).match(/"block_id":"made\d"/g)).toHaveLength(7)
    const again = assignIds(complete, () => 'never')
    expect(again).toEqual(complete)
    expect(again[0]).toBe(complete[0])
  })

  test('ends even if makeId repeats itself', () => {
    const made = assignIds([{ type: 'divider' }, { type: 'divider' }, { type: 'divider' }], () => 'same')
    expect(new Set(made.map((block) => block.block_id)).size).toBe(3)
  })

  test('[RT-9] gives ids to nested blocks and to interactive elements', () => {
    const button = { type: 'button', text: { type: 'plain_text', text: 'Go' } } as const
    const blocks: Block[] = [
      { type: 'container', title: { type: 'plain_text', text: 'c' }, child_blocks: [{ type: 'divider' }] },
      { type: 'carousel', elements: [{ type: 'card', actions: [button] }] },
      { type: 'actions', block_id: 'a', elements: [button, { ...button, action_id: 'given' }] },
      {
        type: 'section',
        block_id: 's',
        text: { type: 'mrkdwn', text: 's' },
        accessory: { type: 'overflow', options: [{ text: { type: 'plain_text', text: 'o' } }] },
      },
      { type: 'actions', block_id: 'whole', elements: [{ ...button, action_id: 'given' }] },
    ]
    let made = 0

    const named = assignIds(blocks, () => `made${++made}`)

    expect(named).toMatchObject([
      { block_id: 'made1', child_blocks: [{ block_id: 'made2' }] },
      { block_id: 'made3', elements: [{ block_id: 'made4', actions: [{ action_id: 'made5' }] }] },
      { elements: [{ action_id: 'made6' }, { action_id: 'given' }] },
      { accessory: { action_id: 'made7' } },
      {},
    ])
    expect(named[4]).toBe(blocks[4])
    expect([...findInteractiveElements(named)].map(({ blockId, actionId }) => [blockId, actionId])).toEqual([
      ['made4', 'made5'],
      ['a', 'made6'],
      ['a', 'given'],
      ['s', 'made7'],
      ['whole', 'given'],
    ])
  })
})
