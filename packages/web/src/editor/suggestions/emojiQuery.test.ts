import { describe, expect, test } from 'vitest'
import { findEmojiQuery } from './emojiQuery.ts'

describe('findEmojiQuery', () => {
  test.each([
    ['so :ta', { start: 3, text: 'ta' }],
    [':+1', { start: 0, text: '+1' }],
    ['(:tada_x', { start: 1, text: 'tada_x' }],
    [':wave::ta', { start: 6, text: 'ta' }],
  ])('finds what is typed at the end of %j', (text, query) => {
    expect(findEmojiQuery(text, text.length)).toEqual(query)
  })

  test.each(['', ':t', 'at 10:30', 'https://x', ':tada:', ':ta da', ':)', 'a:ta', ':Tada', '`:ta'])(
    'finds nothing at the end of %j',
    (text) => {
      expect(findEmojiQuery(text, text.length)).toBeUndefined()
    },
  )

  test('looks only before the cursor, and nowhere without one', () => {
    expect(findEmojiQuery(':tada x', 3)).toEqual({ start: 0, text: 'ta' })
    expect(findEmojiQuery(':tada x', -1)).toBeUndefined()
  })
})
