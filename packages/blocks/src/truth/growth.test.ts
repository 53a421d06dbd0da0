import commonmark from 'commonmark-spec'
import { describe, expect, test } from 'vitest'
import type { Block } from '#block'
import { drawBlocks } from '#draw'
import type { Drawn } from '#draw/tree'
import { blocksFromMarkdown, MarkdownStream } from '#markdown'
import { corpus } from '#testing/corpus'

/** A definition below takes the brackets off the links above it: that is known when it comes, and not before. */
const hasDefinition = (source: string) => source.includes(']:')
/** Spelt to be read one way until the very last character: one link over three lines. */
const overthrown = new Set([494])

const answers = corpus.filter((source) => !hasDefinition(source))
const cases = commonmark.tests
  .map(({ number, markdown }) => ({ number, source: markdown.replaceAll('→', '\t') }))
  .filter(({ number, source }) => !hasDefinition(source) && !overthrown.has(number))

describe('while it is written, character by character', () => {
  test.each(answers)('[RT-11] no character that was shown goes again: %j', (source) => {
    grow(source, (blocks) => shown(blocks).replaceAll(/\s/g, ''))
  })

  test('[RT-11] no letter or digit of CommonMark’s cases goes again', () => {
    for (const { source } of cases) grow(source, (blocks) => shown(blocks).replaceAll(/[^\p{L}\p{N}]/gu, ''))
  })

  test.each([
    '| Part | Due |\n| --- | ---: |\n| Banner | **Tuesday** |\n| Load test | Wednesday |\n',
    'Before it:\n\n| a | b | c |\n|:-:|---|---|\n| 1 | `x` | 3 |\n| 4 |\n\nAfter it.',
    '| only | heads |\n|---|---|\n',
  ])('a table does not jump: no bar is ever seen, and what it has of columns and rows it keeps: %j', (source) => {
    const stream = new MarkdownStream()
    const columns =
      source
        .split('\n')
        .find((line) => line.startsWith('|'))!
        .split('|').length - 2
    let rows = 0
    for (const character of source) {
      stream.push(character)
      const blocks = stream.blocks(true)
      expect(shown(blocks), JSON.stringify(stream.source)).not.toMatch(/\||--/)
      const table = blocks.find((block) => block.type === 'table')
      expect(table?.rows.length ?? 0, JSON.stringify(stream.source)).toBeGreaterThanOrEqual(rows)
      rows = table?.rows.length ?? 0
      for (const row of table?.rows ?? []) expect(row).toHaveLength(columns)
    }
    expect(rows).toBeGreaterThan(0)
  })

  test('nothing throws, and the end is the whole', () => {
    for (const source of [...corpus, ...commonmark.tests.map(({ markdown }) => markdown)]) {
      const stream = new MarkdownStream()
      for (const character of source) {
        stream.push(character)
        drawBlocks(stream.blocks(true), undefined, { caret: true })
      }
      expect(stream.blocks(false)).toEqual(blocksFromMarkdown(source))
    }
  })
})

function grow(source: string, said: (blocks: readonly Block[]) => string): void {
  const stream = new MarkdownStream()
  let before = 0
  const look = (open: boolean) => {
    const length = said(stream.blocks(open)).length
    expect(length, JSON.stringify(stream.source)).toBeGreaterThanOrEqual(before)
    before = length
  }
  for (let i = 0; i < source.length; i++) {
    stream.push(source.charAt(i))
    look(true)
  }
  look(false)
}

/** The words of the drawing, but for the name of a code's language. */
function shown(blocks: readonly Block[]): string {
  const text = (drawn: Drawn): string =>
    typeof drawn === 'string' ? drawn : drawn.part === 'language' ? '' : drawn.children.map(text).join('')
  return drawBlocks(blocks).map(text).join('')
}
