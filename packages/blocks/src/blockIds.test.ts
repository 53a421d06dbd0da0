import { describe, expect, test } from 'vitest'
import type { Block } from '#block'
import { withBlockIds } from '#blockIds'

describe('withBlockIds', () => {
  test('[RT-9] gives each block an id that no other has, and markdown none', () => {
    const blocks: Block[] = [
      { type: 'divider' },
      { type: 'divider', block_id: 'a' },
      { type: 'markdown', text: 'x' },
      { type: 'divider' },
    ]
    const ids = ['a', 'b', 'b', 'c'].values()

    const made = withBlockIds(blocks, () => ids.next().value ?? '')

    expect(made.map((block) => block.block_id)).toEqual(['b', 'a', undefined, 'c'])
    expect(made[1]).toBe(blocks[1])
    expect(made[2]).toBe(blocks[2])
  })

  test('[RT-9] replaces an id that an earlier block has', () => {
    const blocks: Block[] = [
      { type: 'divider', block_id: 'a' },
      { type: 'divider', block_id: 'a' },
    ]
    expect(withBlockIds(blocks, () => 'b').map((block) => block.block_id)).toEqual(['a', 'b'])
  })

  test('ends although the maker repeats itself', () => {
    const made = withBlockIds([{ type: 'divider' }, { type: 'divider' }, { type: 'divider' }], () => 'same')
    expect(new Set(made.map((block) => block.block_id)).size).toBe(3)
  })
})
