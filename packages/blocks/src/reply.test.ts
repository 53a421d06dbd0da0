import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chunk, TaskUpdateChunk } from '#chunk'
import { blocksFromMarkdown, openMarkdownBlocks } from '#markdown'
import { blocksOf, emptyReply, markdownOf, type Reply, taskIds, withChunks } from '#reply'
import { utf16 } from '#testing/utf16'

const finished = { display: 'timeline', open: false } as const

describe('withChunks', () => {
  test('[STR-4] joins deltas as they are', () => {
    const source = fc.array(utf16(), { maxLength: 20 })
    fc.assert(
      fc.property(
        source,
        (deltas) => markdownOf(withChunks(emptyReply(), deltas.map(said))) === deltas.join('').toWellFormed(),
      ),
    )
  })

  test('[STR-4] waits for the other half of a surrogate pair, and gives up in the end', () => {
    expect(markdownOf(withChunks(emptyReply(), [said('a\ud83d'), said('\ude00')]))).toBe('a😀')
    expect(markdownOf(withChunks(emptyReply(), [said('a\ud83d')]))).toBe('a\ufffd')
  })

  test('[STR-5] replaces title and status, appends details and output, adds new sources', () => {
    const source = (name: string) => ({ type: 'url' as const, text: name, url: `https://${name}` })
    const reply = withChunks(emptyReply(), [
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

  test('[STR-5] adds a new task where it arrived', () => {
    const reply = withChunks(emptyReply(), [
      said('a'),
      task('1', { title: 'A' }),
      said('b'),
      task('2', { title: 'B' }),
      task('1', {}),
    ])
    expect(reply.parts.map((part) => part.type)).toEqual(['text', 'task', 'text', 'task'])
    expect(taskIds(reply)).toEqual(['1', '2'])
  })

  test('[STR-5] replaces the title of the plan', () => {
    const reply = withChunks(emptyReply(), [
      { type: 'plan_update', title: 'a' },
      { type: 'plan_update', title: 'b' },
    ])
    expect(reply).toEqual({ parts: [], planTitle: 'b' })
  })

  test('[STR-5] gives the same at once and in any number of calls', () => {
    fc.assert(
      fc.property(chunks(), fc.nat({ max: 12 }), (all, cut) => {
        const atOnce = withChunks(emptyReply(), all)
        const inTwo = withChunks(withChunks(emptyReply(), all.slice(0, cut)), all.slice(cut))
        const oneByOne = all.reduce((reply: Reply, chunk) => withChunks(reply, [chunk]), emptyReply())
        expect(inTwo).toEqual(atOnce)
        expect(oneByOne).toEqual(atOnce)
      }),
    )
  })

  test('[STR-2] is changed by no empty text', () => {
    const reply = withChunks(emptyReply(), [said('a')])
    expect(withChunks(reply, [said('')])).toBe(reply)
  })

  test('leaves what it was given alone, and the parts that are not touched the same', () => {
    const before = withChunks(emptyReply(), [said('a'), task('1', { title: 'A' }), said('b')])
    const copy = structuredClone(before)
    const after = withChunks(before, [said('c')])
    expect(before).toEqual(copy)
    expect(after.parts[0]).toBe(before.parts[0])
    expect(after.parts[1]).toBe(before.parts[1])
  })
})

describe('blocksOf', () => {
  const reply = withChunks(emptyReply(), [
    said('# Hi\n\nfirst'),
    task('1', {
      title: 'One',
      status: 'complete',
      details: '**d**',
      sources: [{ type: 'url', text: 's', url: 'https://s' }],
    }),
    said('then'),
    task('2', { title: 'Two', status: 'pending' }),
    { type: 'blocks', blocks: [{ type: 'divider', block_id: 'mine' }] },
    said('last **bold'),
  ])

  test('[STR-14] shows text, cards and given blocks in the order in which they came', () => {
    const blocks = blocksOf(reply, finished)
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

  test('[STR-14] calls a source without words by its address', () => {
    const sources = [{ type: 'url' as const, text: '', url: 'https://s' }]
    const [card] = blocksOf(withChunks(emptyReply(), [task('1', { title: 'One', sources })]), finished)
    expect(card).toMatchObject({ sources: [{ type: 'url', text: 'https://s', url: 'https://s' }] })
  })

  test('[STR-14] shows all tasks in one plan, where the first came', () => {
    const blocks = blocksOf(withChunks(reply, [{ type: 'plan_update', title: 'Work' }]), {
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

  test('[STR-5, STR-14] goes on with a text across tasks of a plan that is above it', () => {
    const chunks: Chunk[] = [said('Go **'), task('1', { title: 'One' }), said('Then **bo'), task('2', { title: 'Two' })]
    const open = { display: 'plan', open: true } as const
    const before = withChunks(emptyReply(), chunks)
    expect(blocksOf(before, open)).toMatchObject([{}, { tasks: [{}, {}] }, openMarkdownBlocks('Then **bo')[0]!])
    const after = withChunks(before, [said('ld** and'), task('3', { title: 'Three' }), said(' on')])
    const shown = blocksOf(after, { ...open, open: false })
    expect(shown).toMatchObject([{}, { tasks: [{}, {}, {}] }, blocksFromMarkdown('Then **bold** and on')[0]!])
    // Another end of the same beginning.
    const other = withChunks(before, [said('th**')])
    expect(blocksOf(other, open)[2]).toEqual(openMarkdownBlocks('Then **both**')[0])
    expect(blocksOf(before, open)[2]).toEqual(openMarkdownBlocks('Then **bo')[0])
  })

  test('heals only the end of an open reply', () => {
    expect(blocksOf(reply, { display: 'timeline', open: true }).at(-1)).toEqual(openMarkdownBlocks('last **bold')[0])
    expect(blocksOf(reply, finished).at(-1)).toEqual(blocksFromMarkdown('last **bold')[0])
  })

  test('[RT-9] gives ids where they are asked for', () => {
    let next = 0
    const blocks = blocksOf(reply, { ...finished, blockId: () => `id${next++}` })
    expect(new Set(blocks.map((block) => block.block_id)).size).toBe(blocks.length)
    expect(blocks[5]?.block_id).toBe('mine')
  })

  test('keeps what did not change the same objects from one view to the next', () => {
    const open = { display: 'timeline', open: true } as const
    const before = blocksOf(reply, open)
    const after = blocksOf(withChunks(reply, [said(' more')]), open)
    expect(after.length).toBe(before.length)
    for (let i = 0; i < before.length - 1; i++) expect(after[i]).toBe(before[i])
  })

  test('shows an older reply as it was, after it grew', () => {
    const early = withChunks(emptyReply(), [said('a')])
    blocksOf(early, finished)
    const grown = withChunks(early, [said('b')])
    const other = withChunks(early, [said('c')])
    expect(blocksOf(early, finished)).toEqual(blocksFromMarkdown('a'))
    expect(blocksOf(grown, finished)).toEqual(blocksFromMarkdown('ab'))
    expect(blocksOf(other, finished)).toEqual(blocksFromMarkdown('ac'))
  })
})

function said(text: string): Chunk {
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
      word.map(said),
      fc.tuple(fc.constantFrom('1', '2', '3'), update).map(([id, given]) => task(id, given)),
      word.map((title): Chunk => ({ type: 'plan_update', title })),
      fc.constant<Chunk>({ type: 'blocks', blocks: [{ type: 'divider' }] }),
    ),
    { maxLength: 12 },
  )
}
