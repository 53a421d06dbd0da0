import { expect, test } from 'vitest'
import { aroundWords, type WordChange, wordChanges } from './wordChanges.ts'

const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['[+', '+]'] } as const
const show = (changes: readonly WordChange[]) =>
  changes.map(({ kind, text }) => marks[kind][0] + text + marks[kind][1]).join('')

test.each([
  ['the same', 'the same', 'the same'],
  ['', 'new', '[+new+]'],
  ['old', '', '[-old-]'],
  ['Please look at it', 'Please do look at it', 'Please [+do +]look at it'],
  ['We meet at 10.', 'We meet at 11.', 'We meet at [-10-][+11+].'],
  ['one two three', 'four five three', '[-one two-][+four five+] three'],
  ['We meet', '@Ben, we meet', '[-We-][+@Ben, we+] meet'],
  ['a\nb', 'a\nc', 'a\n[-b-][+c+]'],
  ['今日は雨です', '今日は晴れです', '今日は[-雨-][+晴れ+]です'],
])('[MSG-35] %j that became %j', (before, after, shown) => {
  expect(show(wordChanges(before, after))).toBe(shown)
})

test('[MSG-35] spaces around words are not marked with them', () => {
  expect(['do ', ' sharp', 'I am', '\nend \n', ' '].map(aroundWords)).toEqual([
    ['', 'do', ' '],
    [' ', 'sharp', ''],
    ['', 'I am', ''],
    ['\n', 'end', ' \n'],
    ['', ' ', ''],
  ])
})

test('[MSG-35] the changes give both texts, also of long ones', () => {
  const text = (seed: number, length: number) =>
    Array.from({ length }, (_, i) => ['red', 'green', ' ', ',', 'blue '][(i * seed + (i >> 3)) % 5]).join('')
  for (const [before, after] of [
    [text(3, 40), text(7, 50)],
    [text(2, 4000), text(3, 4000)],
  ] as const) {
    const changes = wordChanges(before, after)
    const side = (left: string) => changes.flatMap(({ kind, text: part }) => (kind === left ? [] : [part])).join('')
    expect([side('added'), side('removed')]).toEqual([before, after])
  }
})
