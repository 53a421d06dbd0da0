import type { Chunk } from '@rivulet/blocks/chunk'
import { describe, expect, test } from 'vitest'
import { backlogOf, shareOf, split } from './smoothing.ts'

const text = (text: string): Chunk => ({ type: 'markdown_text', text })
const task: Chunk = { type: 'task_update', id: '1', title: 'Read', status: 'in_progress' }

describe('smoothing', () => {
  test('shows as much as the time that is left asks for, and always something', () => {
    expect(shareOf(100, 16, 160)).toBe(10)
    expect(shareOf(1, 16, 200)).toBe(1)
  })

  test('shows all when the time is over', () => {
    expect(shareOf(5000, 16, 16)).toBe(5000)
    expect(shareOf(5000, 16, -40)).toBe(5000)
  })

  test('cuts text where it is told, and keeps the rest in order', () => {
    expect(split([text('Hello '), text('world')], 8)).toEqual([[text('Hello '), text('wo')], [text('rld')]])
  })

  test('tasks cost nothing, and wait for the text before them', () => {
    expect(split([task, text('ab')], 1)).toEqual([[task, text('a')], [text('b')]])
    expect(split([text('ab'), task], 1)).toEqual([[text('a')], [text('b'), task]])
    expect(split([text('ab'), task], 2)).toEqual([[text('ab'), task], []])
  })

  test('never parts a surrogate pair', () => {
    const [now, later] = split([text('a😀b')], 2)
    expect(now).toEqual([text('a😀')])
    expect(later).toEqual([text('b')])
  })

  test('joins to what was there, whatever the steps', () => {
    let left: Chunk[] = [text('One two '), task, text('three 😀 four')]
    let said = ''
    while (left.length > 0) {
      const [now, later] = split(left, Math.max(1, Math.min(3, backlogOf(left))))
      said += now.map((chunk) => (chunk.type === 'markdown_text' ? chunk.text : '|')).join('')
      left = later
    }
    expect(said).toBe('One two |three 😀 four')
  })
})
