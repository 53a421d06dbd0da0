import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chunk, TaskUpdateChunk } from './types.ts'
import { blocksFromMarkdown, blocksFromPartialMarkdown } from './markdown.ts'
import { blocksFromReply } from '#markdown/replyBlocks'
import { emptyReply, markdownFromReply, type StreamedReply, taskIdsIn, appendChunks } from './streamedReply.ts'
import { anyUtf16 } from '#testing/anyUtf16'

const finished = { display: 'timeline', open: false } as const

describe('appendChunks', () => {
  test('[STR-4] joins deltas unchanged', () => {
    const source = fc.array(anyUtf16(), { maxLength: 20 })
    fc.assert(
      fc.property(
        source,
        (deltas) =>
          markdownFromReply(appendChunks(emptyReply(), deltas.map(textChunk))) === deltas.join('').toWellFormed(),
      ),
    )
  })

  test('[STR-4] joins surrogate pairs across deltas, and replaces a lone surrogate', () => {
    expect(markdownFromReply(appendChunks(emptyReply(), [textChunk('a\ud83d'), textChunk('\ude00')]))).toBe('a😀')
    expect(markdownFromReply(appendChunks(emptyReply(), [textChunk('a\ud83d')]))).toBe('a\ufffd')
  })

  test('[STR-5] replaces title and status, appends details and output, adds new sources', () => {
    const source = (name: string) => ({ type: 'url' as const, text: name, url: `https://${name}` })
    const reply = appendChunks(emptyReply(), [
      task('1', { title: 'A', details: 'x', sources: [source('a')] }),
      task('1', {
        title: 'B',
        status: 'error',
        details: 'y',
        output: 'o',
        sources: [{ ...source('a'), text: 'again' }, source('b')],
      }),
      task('1', { status: 'pending', output: 'p' }),
    ])
    expect(reply.parts).toEqual([
      {
        type: 'task',
        id: '1',
        title: 'B',
        status: 'pending',
        details: 'xy',
        output: 'op',
        sources: [source('a'), source('b')],
      },
    ])
  })

  test('[STR-5] adds a new task where it came', () => {
    const reply = appendChunks(emptyReply(), [
      textChunk('a'),
      task('1', { title: 'A' }),
      textChunk('b'),
      task('2', { title: 'B' }),
      task('1', {}),
    ])
    expect(reply.parts.map((part) => part.type)).toEqual(['text', 'task', 'text', 'task'])
    expect(taskIdsIn(reply)).toEqual(['1', '2'])
  })

  test('[STR-5] replaces the title of the plan', () => {
    const reply = appendChunks(emptyReply(), [
      { type: 'plan_update', title: 'a' },
      { type: 'plan_update', title: 'b' },
    ])
    expect(reply).toEqual({ parts: [], planTitle: 'b' })
  })

  test('[STR-5] gives the same result in one call and in several', () => {
    fc.assert(
      fc.property(chunks(), fc.nat({ max: 12 }), (all, cut) => {
        const atOnce = appendChunks(emptyReply(), all)
        const inTwo = appendChunks(appendChunks(emptyReply(), all.slice(0, cut)), all.slice(cut))
        const oneByOne = all.reduce((reply: StreamedReply, chunk) => appendChunks(reply, [chunk]), emptyReply())
        expect(inTwo).toEqual(atOnce)
        expect(oneByOne).toEqual(atOnce)
      }),
    )
  })

  test('[STR-2] ignores an empty text', () => {
    const reply = appendChunks(emptyReply(), [textChunk('a')])
    expect(appendChunks(reply, [textChunk('')])).toBe(reply)
  })

  test('does not change the reply it is given, and keeps unchanged parts the same objects', () => {
    const before = appendChunks(emptyReply(), [textChunk('a'), task('1', { title: 'A' }), textChunk('b')])
    const copy = structuredClone(before)
    const after = appendChunks(before, [textChunk('c')])
    expect(before).toEqual(copy)
    expect(after.parts[0]).toBe(before.parts[0])
    expect(after.parts[1]).toBe(before.parts[1])
  })
})

describe('blocksFromReply', () => {
  const reply = appendChunks(emptyReply(), [
    textChunk('# Hi\n\nfirst'),
    task('1', {
      title: 'One',
      status: 'complete',
      details: '**d**',
      sources: [{ type: 'url', text: 's', url: 'https://s' }],
    }),
    textChunk('then'),
    task('2', { title: 'Two', status: 'pending' }),
    { type: 'blocks', blocks: [{ type: 'divider', block_id: 'mine' }] },
    textChunk('last **bold'),
  ])

  test('[STR-14] shows text, cards and given blocks in the order in which they came', () => {
    const blocks = blocksFromReply(reply, finished)
    expect(blocks.map((block) => block.type)).toEqual([
      'header',
      'rich_text',
      'task_card',
      'rich_text',
      'task_card',
      'divider',
      'rich_text',
    ])
    expect(blocks[2]).toEqual({
      type: 'task_card',
      block_id: 'task-1',
      task_id: '1',
      title: 'One',
      status: 'complete',
      details: {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'd', style: { bold: true } }] }],
      },
      sources: [{ type: 'url', text: 's', url: 'https://s' }],
    })
  })

  test('[STR-14] shows a source without a text by its address', () => {
    const sources = [{ type: 'url' as const, text: '', url: 'https://s' }]
    const [card] = blocksFromReply(appendChunks(emptyReply(), [task('1', { title: 'One', sources })]), finished)
    expect(card).toMatchObject({ sources: [{ type: 'url', text: 'https://s', url: 'https://s' }] })
  })

  test('[STR-14] shows all tasks in one plan where the first came', () => {
    const blocks = blocksFromReply(appendChunks(reply, [{ type: 'plan_update', title: 'Work' }]), {
      display: 'plan',
      open: false,
    })
    expect(blocks.map((block) => block.type)).toEqual([
      'header',
      'rich_text',
      'plan',
      'rich_text',
      'divider',
      'rich_text',
    ])
    expect(blocks[2]).toMatchObject({ title: 'Work', tasks: [{ task_id: '1' }, { task_id: '2', status: 'pending' }] })
  })

  test('[STR-5, STR-14] continues a text across later tasks of a plan above it', () => {
    const chunks: Chunk[] = [
      textChunk('Go **'),
      task('1', { title: 'One' }),
      textChunk('Then **bo'),
      task('2', { title: 'Two' }),
    ]
    const open = { display: 'plan', open: true } as const
    const before = appendChunks(emptyReply(), chunks)
    expect(blocksFromReply(before, open)).toMatchObject([
      {},
      { tasks: [{}, {}] },
      blocksFromPartialMarkdown('Then **bo')[0]!,
    ])
    const after = appendChunks(before, [textChunk('ld** and'), task('3', { title: 'Three' }), textChunk(' on')])
    const shown = blocksFromReply(after, { ...open, open: false })
    expect(shown).toMatchObject([{}, { tasks: [{}, {}, {}] }, blocksFromMarkdown('Then **bold** and on')[0]!])
    // Another text that starts the same way.
    const other = appendChunks(before, [textChunk('th**')])
    expect(blocksFromReply(other, open)[2]).toEqual(blocksFromPartialMarkdown('Then **both**')[0])
    expect(blocksFromReply(before, open)[2]).toEqual(blocksFromPartialMarkdown('Then **bo')[0])
  })

  test('heals only the end of an open reply', () => {
    expect(blocksFromReply(reply, { display: 'timeline', open: true }).at(-1)).toEqual(
      blocksFromPartialMarkdown('last **bold')[0],
    )
    expect(blocksFromReply(reply, finished).at(-1)).toEqual(blocksFromMarkdown('last **bold')[0])
  })

  test('[RT-9] assigns ids if blockId is given', () => {
    let next = 0
    const blocks = blocksFromReply(reply, { ...finished, blockId: () => `id${next++}` })
    expect(new Set(blocks.map((block) => block.block_id)).size).toBe(blocks.length)
    expect(blocks[5]?.block_id).toBe('mine')
  })

  test('returns the same objects for what did not change', () => {
    const open = { display: 'timeline', open: true } as const
    const before = blocksFromReply(reply, open)
    const after = blocksFromReply(appendChunks(reply, [textChunk(' more')]), open)
    expect(after.length).toBe(before.length)
    for (let i = 0; i < before.length - 1; i++) expect(after[i]).toBe(before[i])
  })

  test('still shows an older reply after chunks were appended to it', () => {
    const early = appendChunks(emptyReply(), [textChunk('a')])
    blocksFromReply(early, finished)
    const grown = appendChunks(early, [textChunk('b')])
    const other = appendChunks(early, [textChunk('c')])
    expect(blocksFromReply(early, finished)).toEqual(blocksFromMarkdown('a'))
    expect(blocksFromReply(grown, finished)).toEqual(blocksFromMarkdown('ab'))
    expect(blocksFromReply(other, finished)).toEqual(blocksFromMarkdown('ac'))
  })
})

function textChunk(text: string): Chunk {
  return { type: 'markdown_text', text }
}

function task(id: string, given: Partial<TaskUpdateChunk>): Chunk {
  return { type: 'task_update', id, status: 'in_progress', ...given }
}

function chunks() {
  const word = fc.constantFrom('a', 'b', '**', '\n\n', '')
  const source = fc.record({ type: fc.constant('url' as const), text: word, url: word })
  const update = fc.record(
    { details: word, output: word, title: word, sources: fc.array(source, { maxLength: 2 }) },
    { requiredKeys: [] },
  )
  return fc.array(
    fc.oneof(
      word.map(textChunk),
      fc.tuple(fc.constantFrom('1', '2', '3'), update).map(([id, given]) => task(id, given)),
      word.map((title): Chunk => ({ type: 'plan_update', title })),
      fc.constant<Chunk>({ type: 'blocks', blocks: [{ type: 'divider' }] }),
    ),
    { maxLength: 12 },
  )
}
