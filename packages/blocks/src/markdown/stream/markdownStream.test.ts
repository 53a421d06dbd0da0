import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksFromMarkdown, MarkdownStream, blocksFromPartialMarkdown } from '#markdown'
import { markdownSamples } from '#testing/markdownSamples'
import { processorTime } from '#testing/processorTime'

describe('MarkdownStream', () => {
  test('ends with the blocks of the whole text, however it was cut', () => {
    fc.assert(
      fc.property(text(), cuts(), (source, sizes) => {
        const stream = new MarkdownStream()
        for (const delta of cutAt(source, sizes)) {
          stream.push(delta)
          stream.blocks(true)
        }
        expect(stream.source).toBe(source)
        expect(stream.blocks(false)).toEqual(blocksFromMarkdown(source))
      }),
      { numRuns: 200 },
    )
  })

  test.each(markdownSamples.filter((source) => !source.includes(']: ')))(
    'gives at every character the blocks of the text so far: %j',
    (source) => {
      const stream = new MarkdownStream()
      for (let i = 0; i < source.length; i++) {
        stream.push(source[i] ?? '')
        expect(stream.blocks(true)).toEqual(blocksFromPartialMarkdown(source.slice(0, i + 1)))
      }
    },
  )

  test('keeps finished blocks and elements the same objects', () => {
    const stream = new MarkdownStream()
    stream.push('# Head\n\npara\n\n```js\na\n```\n\n- item\n\n## Next\n\nmore\n\n')
    const [head, text] = stream.blocks(true)
    stream.push('and **more')
    const [headAgain, textAgain] = stream.blocks(true)
    expect(headAgain).toBe(head)
    expect(textAgain).toBe(text)

    const last = new MarkdownStream()
    last.push('para\n\n```js\na\n```\n\nmore\n\n')
    const before = last.blocks(true)[0]
    last.push('and more\n\nstill\n\n')
    const after = last.blocks(true)[0]
    if (before?.type !== 'rich_text' || after?.type !== 'rich_text') throw new Error('not rich text')
    expect(after.elements[0]).toBe(before.elements[0])
    expect(after.elements[1]).toBe(before.elements[1])
  })

  test('returns the same array while nothing is added', () => {
    const stream = new MarkdownStream()
    stream.push('text')
    expect(stream.blocks(true)).toBe(stream.blocks(true))
  })

  test('resolves a link whose definition comes later', () => {
    const stream = new MarkdownStream()
    for (const delta of ['See [a].\n\nMore\n\n', 'x\n\n[a]: https://e.com\n\n', 'end']) {
      stream.push(delta)
      stream.blocks(true)
    }
    expect(JSON.stringify(stream.blocks(false))).toContain('"https://e.com"')
  })

  test('takes no longer when the text is long', () => {
    const stream = new MarkdownStream()
    const append = () => {
      const before = processorTime()
      for (let i = 0; i < 50; i++) {
        stream.push('Some **bold** words.\n\n')
        stream.blocks(true)
      }
      return processorTime() - before
    }
    append()
    const early = Math.min(append(), append(), append())
    for (let i = 0; i < 40; i++) append()
    const late = Math.min(append(), append(), append())
    expect(late).toBeLessThan(early * 10 + 20)
  })
})

function text() {
  const bits = [
    '**',
    '`',
    '```\n',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '> ',
    '# ',
    '| a |',
    '|--|',
    '[a](',
    ')',
    '<@U1>',
    'a',
    ' ',
    '---',
    '  ',
    '===',
    '[a]: /u',
    '\r\n',
    'some words, ',
    '\nWords of another line',
    '**bold** ',
    ' *it*. ',
    '**重要**です',
    ' `code` ',
    ' https://a.b/c_d ',
    '\n- item\n',
    '\n2. next\n',
    '\n| x | y |\n',
    '|--|--|\n',
    '\n> said\n',
    '\n  more words: and',
    '\n   1. deep',
    '\n\n  para of it',
    '\n  ```\n  code\n  ```',
    '\n-\n',
    '- [ ] **task**: ',
    '&amp;',
    '\\',
    '\t',
    '<',
    '!',
  ]
  return fc.oneof(
    fc.constantFrom(...markdownSamples),
    fc.array(fc.constantFrom(...markdownSamples), { maxLength: 4 }).map((parts) => parts.join('\n\n')),
    fc.array(fc.constantFrom(...bits), { maxLength: 60 }).map((parts) => parts.join('')),
  )
}

function cuts() {
  return fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 })
}

function cutAt(source: string, sizes: readonly number[]): string[] {
  const deltas: string[] = []
  for (let from = 0, i = 0; from < source.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    deltas.push(source.slice(from, from + size))
    from += size
  }
  return deltas
}
