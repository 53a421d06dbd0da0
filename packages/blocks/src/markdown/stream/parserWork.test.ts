import { describe, expect, test, vi } from 'vitest'
import type { Block } from '#types'
import { htmlFromBlocks } from '#html'
import { blocksFromMarkdown, blocksFromPartialMarkdown, MarkdownStream } from '#markdown'

/** How many characters were read without the parser. */
const plain = vi.hoisted(() => ({ read: 0 }))
vi.mock(import('#markdown/parse/plainInline'), async (original) => {
  const { parsePlainInline: plainInline } = await original()
  return {
    parsePlainInline: (source) => {
      plain.read += source.length
      return plainInline(source)
    },
  }
})
/** How many characters the parser was given. */
const parser = vi.hoisted(() => ({ read: 0 }))
vi.mock(import('#markdown/parse/parser'), async (original) => {
  const real = await original()
  const counted = <T>(parse: (source: string, reading?: T) => unknown) =>
    ((source: string, reading?: T) => {
      parser.read += source.length
      return parse(source, reading)
    }) as never
  return {
    ...real,
    parseMarkdown: counted(real.parseMarkdown),
    parseInSteps: counted(real.parseInSteps),
    parseInline: counted(real.parseInline),
  }
})

const maxLength = 12_000
const long = (part: (i: number) => string) =>
  Array.from({ length: 400 }, (_, i) => part(i))
    .join('')
    .slice(0, maxLength)

const shapes: Record<string, string> = {
  'a paragraph': long(
    (i) => `A **sentence** about \`thing${i}\`, as [the page](https://e.com/${i}) says, and *more* of it. `,
  ),
  'lines of a paragraph': long((i) => `A sentence about thing ${i}, that says **what** it is for.\n`),
  'a paragraph without spaces': long((i) => `这是一个关于**事情**的句子，它说明了它的用途${i}。`),
  'a list': long((i) => `- point ${i}, which is **long** enough\n`),
  'a list with lists in it': long((i) => `${i + 1}. point ${i}\n   - under it\n   - and \`more\`\n`),
  'a list of steps': long(
    (i) =>
      `${i + 1}. **Step ${i}**: run this,\n   and wait.\n\n   \`\`\`sh\n   npm run thing${i}\n   \`\`\`\n\n   Then read \`it\`:\n   - one\n   - [x] two\n\n`,
  ),
  'a code block': `\`\`\`ts\n${long((i) => `const value${i} = other(${i}, 'text')\n`)}`,
  'a table': `| a | b |\n|---|---|\n${long((i) => `| row ${i} | **${i}** and some words that fill it, so that a row is long |\n`)}`,
  'a table that is laid out as text': `| a | b |\n|---|---|\n${long((i) => `| row ${i} | **${i}** |\n`)}`,
  'a quote': long((i) => `> A sentence about thing ${i}.\n> It says **what** it is for.\n>\n`),
}

const unsettled: Record<string, string> = {
  'a paragraph with a mark that is not closed': `Note **${long((i) => `that ${i} is not [closed, and goes on `)}`,
  'code in a list item': `1. Run this:\n   \`\`\`sh\n${long((i) => `   npm run thing${i} -- --with 'text'\n`)}`,
  'a long paragraph in a list item': `- ${long((i) => `A sentence about \`thing${i}\`, which says **what** it is for. `)}`,
  'a long line of a quote': `> ${long((i) => `said ${i}, in **one** line, `)}`,
}

describe('300 appends of 40 characters', () => {
  test.each(Object.entries(shapes))('give the parser no more than three times the text: %s', (_, source) => {
    parser.read = plain.read = 0
    const stream = new MarkdownStream()
    for (let at = 0; at < source.length; at += 40) {
      stream.push(source.slice(at, at + 40))
      stream.blocks(true)
    }
    const blocks = stream.blocks(false)
    expect(parser.read).toBeGreaterThan(0)
    expect(parser.read).toBeLessThan(3 * source.length)
    expect(plain.read).toBeLessThan(5 * source.length)
    expect(blocks).toEqual(blocksFromMarkdown(source))
  })
})

describe('a text that cannot be settled', () => {
  test.each(Object.entries(unsettled))('costs at most 60 times its length: %s', (_, source) => {
    const workFor = (length: number) => {
      const stream = new MarkdownStream()
      parser.read = plain.read = 0
      for (let at = 0; at < length; at += 10) {
        stream.push(source.slice(at, at + 10))
        stream.blocks(true)
      }
      const work = parser.read + plain.read
      expect(stream.blocks(false)).toEqual(blocksFromMarkdown(stream.source))
      return work
    }
    // The first 1,500 characters are read again with every delta.
    expect(workFor(source.length)).toBeLessThan(60 * source.length + workFor(1500))
  })

  test.each(Object.entries(unsettled))('is never shown later than by a 24th of its length: %s', (_, source) => {
    const stream = new MarkdownStream()
    for (let at = 0; at < source.length; at += 100) {
      stream.push(source.slice(at, at + 100))
      const shown = lettersIn(stream.blocks(true))
      const all = lettersIn(blocksFromPartialMarkdown(stream.source))
      expect(all - shown).toBeLessThanOrEqual(stream.source.length / 24)
    }
  })
})

function lettersIn(blocks: readonly Block[]): number {
  return htmlFromBlocks(blocks).replaceAll(/<[^>]*>|\s/g, '').length
}

test.each(['`a`x', '1 *2* ', '**重**要', '1', '*a', '[a', '<@U1> ', 'x|', '- ', '> '])(
  'a long text of nothing but %j ends with the blocks of the whole text',
  (bit) => {
    const stream = new MarkdownStream()
    for (let i = 0; i < 5; i++) {
      stream.push(bit.repeat(3000 / bit.length))
      stream.blocks(true)
    }
    expect(stream.blocks(false)).toEqual(blocksFromMarkdown(bit.repeat(3000 / bit.length).repeat(5)))
  },
)
