import { processorTime } from '@rivulet/blocks/testing/processorTime'
import { describe, expect, test } from 'vitest'
import { queryWordsOf, wordsOf } from './words.ts'

describe('[SRC-2] words', () => {
  test.each([
    ['Hello, World!', 'hello world'],
    ['Zürich Ångström Łódź naïve', 'zurich angstrom łodz naive'],
    ['Straße', 'straße'],
    ['Привет, ёлка', 'привет елка'],
    ['user_id = 42;', 'user id 42'],
    ['release-1.2.3', 'release 1 2 3'],
    ['你好世界', '你好 好世 世界 界'],
    ['版本2发布', '版本 本 2 发布 布'],
    ['배포 완료', '배포 포 완료 료'],
    ['हिन्दी में', 'हिन्दी में'],
    ['ﬁne １２', 'fine 12'],
    ['🎉 done', '🎉 done'],
    ['\u{E000}team', 'team'],
    ['', ''],
  ])('of %j', (text, words) => {
    expect(wordsOf(text).join(' ')).toBe(words)
  })

  test('are bounded in length and number', () => {
    expect(wordsOf('x'.repeat(1000))).toEqual(['x'.repeat(64)])
    expect(wordsOf('a b '.repeat(20_000))).toHaveLength(10_000)
    expect(wordsOf('好'.repeat(20_000))).toHaveLength(10_000)
  })

  test('are found in time, however many marks stand on one character', () => {
    const began = processorTime()
    expect(wordsOf(`a${'\u0316\u0301'.repeat(60_000)} b`)).toEqual([expect.stringMatching(/^a/), 'b'])
    expect(processorTime() - began).toBeLessThan(1000)
  })

  test.each([
    ['depl', ['depl'], true],
    ['to', ['to'], false],
    ['user_id', ['user', 'id'], false],
    ['世界', ['世界'], false],
    ['好世界', ['好世', '世界'], false],
    ['界', ['界'], true],
  ])('that the query part %j asks for', (part, words, isOpen) => {
    expect(queryWordsOf(part)).toEqual({ words, isOpen })
  })
})
