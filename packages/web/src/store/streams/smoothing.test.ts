import type { Chunk } from '@rivulet/blocks/types'
import { describe, expect, test } from 'vitest'
import { countCharacters, charactersToShow, splitChunks } from './smoothing.ts'

const text = (text: string): Chunk => ({ type: 'markdown_text', text })
const task: Chunk = { type: 'task_update', id: '1', title: 'Read', status: 'in_progress' }

describe('smoothing', () => {
  test('spreads text over the time that is left, and always shows something', () => {
    expect(charactersToShow(100, 16, 160)).toBe(10)
    expect(charactersToShow(1, 16, 200)).toBe(1)
  })

  test('shows everything when the time is up', () => {
    expect(charactersToShow(5000, 16, 16)).toBe(5000)
    expect(charactersToShow(5000, 16, -40)).toBe(5000)
  })

  test('splits text at the given length and keeps the rest in order', () => {
    expect(splitChunks([text('Hello '), text('world')], 8)).toEqual([[text('Hello '), text('wo')], [text('rld')]])
  })

  test('a task has no length and waits for the text before it', () => {
    expect(splitChunks([task, text('ab')], 1)).toEqual([[task, text('a')], [text('b')]])
    expect(splitChunks([text('ab'), task], 1)).toEqual([[text('a')], [text('b'), task]])
    expect(splitChunks([text('ab'), task], 2)).toEqual([[text('ab'), task], []])
  })

  test('never divides a surrogate pair', () => {
    const [now, later] = splitChunks([text('a😀b')], 2)
    expect(now).toEqual([text('a😀')])
    expect(later).toEqual([text('b')])
  })

  test('loses nothing, however it is split', () => {
    let left: Chunk[] = [text('One two '), task, text('three 😀 four')]
    let shown = ''
    while (left.length > 0) {
      const [now, later] = splitChunks(left, Math.max(1, Math.min(3, countCharacters(left))))
      shown += now.map((chunk) => (chunk.type === 'markdown_text' ? chunk.text : '|')).join('')
      left = later
    }
    expect(shown).toBe('One two |three 😀 four')
  })
})
