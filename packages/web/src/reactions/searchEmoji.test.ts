import { emojiGroups } from '@rivulet/blocks/emoji/groups'
import { describe, expect, test } from 'vitest'
import { searchEmoji, moveSelection } from './searchEmoji.ts'

describe('the emoji search', () => {
  test.each([
    ['tada', 'tada'],
    [':tada:', 'tada'],
    ['party', 'party'],
    ['thumbsup', '+1'],
    ['fire', 'fire'],
    ['white check', 'white_check_mark'],
    ['ship', 'shipit'],
  ])('%s finds %s among the first results', (text, name) => {
    const names = searchEmoji(emojiGroups, ['shipit'], text)
    expect(names.slice(0, 9).some((found) => found.includes(name))).toBe(true)
  })

  test('finds nothing if nothing matches, and a limited number if many do', () => {
    expect(searchEmoji(emojiGroups, [], 'qqqq')).toEqual([])
    expect(searchEmoji(emojiGroups, [], 'f').length).toBe(96)
  })
})

describe('arrow keys', () => {
  // Two sections in three columns: 0 1 2 / 3 / 4 5
  const press = (at: number, ...keys: string[]) => keys.reduce((now, key) => moveSelection([4, 2], now, key, 3), at)

  test('move along rows and across sections, and stop at the ends', () => {
    expect(press(0, 'ArrowRight', 'ArrowRight', 'ArrowDown')).toBe(3)
    expect(press(1, 'ArrowDown', 'ArrowDown')).toBe(4)
    expect(press(5, 'ArrowUp', 'ArrowUp')).toBe(0)
    expect(press(0, 'ArrowLeft', 'ArrowUp')).toBe(0)
    expect(press(5, 'ArrowRight', 'ArrowDown')).toBe(5)
    expect(moveSelection([], 0, 'ArrowDown', 3)).toBe(0)
  })
})
