import { describe, expect, test } from 'vitest'
import { movePicked } from './picked.ts'

const text = 'Hi @Alex Kim and @Alex Kim'
const picked = [
  { start: 3, end: 12, id: '@U1' },
  { start: 17, end: 26, id: '@U2' },
]
const [first, second] = [
  ['@Alex Kim', '@U1'],
  ['@Alex Kim', '@U2'],
]

describe('the mentions that were picked, after', () => {
  // The cursor is where `|` is.
  test.each([
    ['typing behind them', 'Hi @Alex Kim and @Alex Kim, look|', [first, second]],
    ['typing before them', 'Well, |Hi @Alex Kim and @Alex Kim', [first, second]],
    ['typing between them', 'Hi @Alex Kim, and also| @Alex Kim', [first, second]],
    ['deleting between them', 'Hi @Alex Kim| @Alex Kim', [first, second]],
    ['typing into the first', 'Hi @Alexa| Kim and @Alex Kim', [second]],
    ['deleting a letter of the last', 'Hi @Alex Kim and @Alex Ki|', [first]],
    ['deleting the first', 'Hi |@Alex Kim', [second]],
    ['deleting the last', 'Hi @Alex Kim|', [first]],
    ['replacing everything', 'Something else|', []],
    ['a change behind the cursor', '|Hi @Alex Kim or @Alex Kim', []],
  ])('%s', (_edit, typed, left) => {
    const after = typed.replace('|', '')
    const moved = movePicked(picked, text, after, typed.indexOf('|'))
    expect(moved.map(({ start, end, id }) => [after.slice(start, end), id])).toEqual(left)
  })
})
