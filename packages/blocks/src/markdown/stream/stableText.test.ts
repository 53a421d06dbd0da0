import commonmark from 'commonmark-spec'
import { describe, expect, test } from 'vitest'
import type { Block } from '#types'
import { drawBlocks } from '#draw'
import type { DrawnNode } from '#draw/tree'
import { blocksFromMarkdown, MarkdownStream } from '#markdown'
import { markdownSamples } from '#testing/markdownSamples'

/** A link definition removes the brackets of the links above it. Nobody can know that before it comes. */
const hasDefinition = (source: string) => source.includes(']:')
/** A link over three lines that is text until its very last character. */
const turnsIntoLink = new Set([494])

const answers = markdownSamples.filter((source) => !hasDefinition(source))
const cases = commonmark.tests
  .map(({ number, markdown }) => ({ number, source: markdown.replaceAll('→', '\t') }))
  .filter(({ number, source }) => !hasDefinition(source) && !turnsIntoLink.has(number))

describe('a text that grows character by character', () => {
  test.each(answers)('[RT-11] never loses a character that was shown: %j', (source) => {
    expectToGrow(source, (blocks) => shown(blocks).replaceAll(/\s/g, ''))
  })

  test('[RT-11] never loses a letter or digit of CommonMark’s cases', () => {
    for (const { source } of cases) expectToGrow(source, (blocks) => shown(blocks).replaceAll(/[^\p{L}\p{N}]/gu, ''))
  })

  test.each([
    'Done :tada: now',
    '- :wave::skin-tone-3:, :+1::star:',
    '**:large_green_circle:**',
    '| :x: |\n|---|\n| :x: |',
  ])('[RT-11] never shows half of an emoji: %j', (source) => {
    const stream = new MarkdownStream()
    for (const character of source) {
      stream.push(character)
      expect(shown(stream.blocks(true)), JSON.stringify(stream.source)).not.toMatch(/:|tad|wav|larg|sta/)
    }
  })

  test.each([
    '| Part | Due |\n| --- | ---: |\n| Banner | **Tuesday** |\n| Load test | Wednesday |\n',
    'Before it:\n\n| a | b | c |\n|:-:|---|---|\n| 1 | `x` | 3 |\n| 4 |\n\nAfter it.',
    '| only | heads |\n|---|---|\n',
  ])('never shows the bars of a table, and keeps its columns and rows: %j', (source) => {
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

  test('can be drawn at every character, and ends with the blocks of the whole text', () => {
    for (const source of [...markdownSamples, ...commonmark.tests.map(({ markdown }) => markdown)]) {
      const stream = new MarkdownStream()
      for (const character of source) {
        stream.push(character)
        drawBlocks(stream.blocks(true), undefined, { caret: true })
      }
      expect(stream.blocks(false)).toEqual(blocksFromMarkdown(source))
    }
  })
})

function expectToGrow(source: string, textOf: (blocks: readonly Block[]) => string): void {
  const stream = new MarkdownStream()
  let before = 0
  const look = (open: boolean) => {
    const length = textOf(stream.blocks(open)).length
    expect(length, JSON.stringify(stream.source)).toBeGreaterThanOrEqual(before)
    before = length
  }
  for (let i = 0; i < source.length; i++) {
    stream.push(source.charAt(i))
    look(true)
  }
  look(false)
}

/** The text of the drawing, without the language labels of code. */
function shown(blocks: readonly Block[]): string {
  const text = (drawn: DrawnNode): string =>
    typeof drawn === 'string' ? drawn : drawn.part === 'language' ? '' : drawn.children.map(text).join('')
  return drawBlocks(blocks).map(text).join('')
}
