import { emojiGroups } from '@rivulet/blocks/emojiGroups'
import { describe, expect, test } from 'vitest'
import { found, moved } from './find.ts'

describe('emoji that are looked for', () => {
  test.each([
    ['tada', 'tada'],
    [':tada:', 'tada'],
    ['party', 'party'],
    ['thumbsup', '+1'],
    ['fire', 'fire'],
    ['white check', 'white_check_mark'],
    ['ship', 'shipit'],
  ])('%s finds %s among the first', (text, name) => {
    const names = found(emojiGroups, ['shipit'], text)
    expect(names.slice(0, 9).some((one) => one.includes(name))).toBe(true)
  })

  test('are none where nothing fits, and not too many where much does', () => {
    expect(found(emojiGroups, [], 'qqqq')).toEqual([])
    expect(found(emojiGroups, [], 'f').length).toBe(96)
  })
})

describe('arrow keys', () => {
  // Two groups on three columns: 0 1 2 / 3 / 4 5
  const go = (at: number, ...keys: string[]) => keys.reduce((now, key) => moved([4, 2], now, key, 3), at)

  test('go along the rows and across the groups, and stop at the ends', () => {
    expect(go(0, 'ArrowRight', 'ArrowRight', 'ArrowDown')).toBe(3)
    expect(go(1, 'ArrowDown', 'ArrowDown')).toBe(4)
    expect(go(5, 'ArrowUp', 'ArrowUp')).toBe(0)
    expect(go(0, 'ArrowLeft', 'ArrowUp')).toBe(0)
    expect(go(5, 'ArrowRight', 'ArrowDown')).toBe(5)
    expect(moved([], 0, 'ArrowDown', 3)).toBe(0)
  })
})
