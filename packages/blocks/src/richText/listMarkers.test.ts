import { describe, expect, test } from 'vitest'
import type { RichTextElement, RichTextList } from '#types'
import { listMarker, listStarts } from './listMarkers.ts'

describe('listMarker', () => {
  test('changes with the indent, for bullets and for numbers', () => {
    expect([0, 1, 2, 3].map((indent) => listMarker('bullet', indent, 1))).toEqual(['•', '◦', '▪︎', '•'])
    expect([0, 1, 2, 3].map((indent) => listMarker('ordered', indent, 4))).toEqual(['4.', 'd.', 'iv.', '4.'])
  })

  test('counts beyond z, and in Roman numerals', () => {
    expect([26, 27, 703].map((number) => listMarker('ordered', 1, number))).toEqual(['z.', 'aa.', 'aaa.'])
    expect([9, 49, 1994].map((number) => listMarker('ordered', 2, number))).toEqual(['ix.', 'xlix.', 'mcmxciv.'])
  })
})

describe('listStarts', () => {
  test('continues after deeper lists, but not after a bullet list or other text', () => {
    const elements = [
      list(0, 2),
      list(1, 2),
      list(0, 1),
      list(1, 1),
      list(0, 1, 'bullet'),
      list(0, 1),
      section,
      list(0, 1),
    ]
    expect(startsOf(elements)).toEqual([1, 1, 3, 1, 1, 1])
  })

  test('uses a given offset', () => {
    expect(startsOf([list(0, 2), list(1, 1), list(0, 1, 'ordered', 2), list(0, 1)])).toEqual([1, 1, 3, 4])
  })
})

const section: RichTextElement = { type: 'rich_text_section', elements: [] }

function list(indent: number, items: number, style: RichTextList['style'] = 'ordered', offset?: number): RichTextList {
  const elements = Array.from({ length: items }, () => ({ type: 'rich_text_section' as const, elements: [] }))
  return { type: 'rich_text_list', style, indent, elements, ...(offset === undefined ? {} : { offset }) }
}

function startsOf(elements: readonly RichTextElement[]): number[] {
  return [...listStarts(elements).values()]
}
