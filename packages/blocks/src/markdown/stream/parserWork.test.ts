import MarkdownIt from 'markdown-it'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { blocksFromMarkdown, MarkdownStream } from '#markdown'

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

describe('300 appends of 40 characters', () => {
  afterEach(() => vi.restoreAllMocks())

  test.each(Object.entries(shapes))('give the parser no more than three times the text: %s', (_, source) => {
    let read = 0
    plain.read = 0
    for (const method of ['parse', 'parseInline'] as const) {
      const original = MarkdownIt.prototype[method]
      vi.spyOn(MarkdownIt.prototype, method).mockImplementation(function (
        this: InstanceType<typeof MarkdownIt>,
        text,
        env,
      ) {
        read += text.length
        return original.call(this, text, env)
      })
    }
    const stream = new MarkdownStream()
    for (let at = 0; at < source.length; at += 40) {
      stream.push(source.slice(at, at + 40))
      stream.blocks(true)
    }
    const blocks = stream.blocks(false)
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(3 * source.length)
    expect(plain.read).toBeLessThan(5 * source.length)
    expect(blocks).toEqual(blocksFromMarkdown(source))
  })
})

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
