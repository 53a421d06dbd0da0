import { describe, expect, test } from 'vitest'
import { checkBlocks, findMessageFaults } from '#check'

const a = { type: 'plain_text', text: 'a' }
const vote = { type: 'button', text: a, action_id: 'vote' }
const line = (block_id: string) => ({ type: 'divider', block_id })
const field = { type: 'input', label: a, element: { type: 'plain_text_input', focus_on_load: true } }

describe('[BLK-2]', () => {
  test.each([
    ['actions', { type: 'actions', elements: [vote, { ...vote, value: 'b' }] }, '/elements/1'],
    [
      'context_actions',
      { type: 'context_actions', elements: [1, 2].map(() => ({ ...vote, type: 'icon_button', icon: 'trash' })) },
      '/elements/1',
    ],
    ['a card', { type: 'card', title: a, actions: [vote, vote] }, '/actions/1'],
    [
      'a card of a carousel',
      { type: 'carousel', elements: [{ type: 'card', actions: [vote, vote] }] },
      '/elements/0/actions/1',
    ],
    [
      'a block in a container',
      { type: 'container', title: a, child_blocks: [{ type: 'actions', elements: [vote, vote] }] },
      '/child_blocks/0/elements/1',
    ],
  ])('an action_id is unique in %s', (_name, block, pointer) => {
    expect(checkBlocks([block])).toEqual({
      ok: false,
      faults: [{ message: '`action_id` "vote" already exists', pointer: `/blocks/0${pointer}/action_id` }],
    })
  })

  test('an action_id may be used again in another block', () => {
    const actions = { type: 'actions', elements: [vote] }
    expect(checkBlocks([actions, actions, { type: 'section', text: a, accessory: vote }]).ok).toBe(true)
    const carousel = { type: 'carousel', elements: [1, 2].map(() => ({ type: 'card', actions: [vote] })) }
    expect(checkBlocks([carousel]).ok).toBe(true)
  })

  test('a block_id is unique', () => {
    const container = { type: 'container', title: a, child_blocks: [line('b')] }
    expect(checkBlocks([line('a'), line('b'), container, line('a')])).toMatchObject({
      faults: [
        { message: '`block_id` "b" already exists', pointer: '/blocks/2/child_blocks/0/block_id' },
        { message: '`block_id` "a" already exists', pointer: '/blocks/3/block_id' },
      ],
    })
  })

  test('one element has the focus', () => {
    expect(checkBlocks([field]).ok).toBe(true)
    expect(checkBlocks([field, field])).toMatchObject({ faults: [{ pointer: '/blocks/1/element/focus_on_load' }] })
  })
})

test('[BLK-6] a message has one table and two charts', () => {
  const table = { type: 'table', rows: [] }
  const chart = { type: 'data_visualization', title: 'a', chart: { type: 'pie', segments: [{ label: 'a', value: 1 }] } }
  const inside = { type: 'container', title: a, child_blocks: [table] }
  expect(findMessageFaults({ blocks: [table, chart, chart] })).toEqual([])
  for (const blocks of [
    [table, table],
    [table, inside],
  ])
    expect(findMessageFaults({ blocks })).toEqual([{ message: 'only_one_table_allowed', pointer: '/blocks' }])
  expect(findMessageFaults({ blocks: [chart, chart, chart] })).toHaveLength(1)
})
