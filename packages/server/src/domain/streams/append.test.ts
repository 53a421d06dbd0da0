import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendChunks, emptyReply, markdownFromReply } from '@rivulet/blocks/streamedReply'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme, chunks, dm, text } from '#testing/workspace/domain'
import { checkStreamContent } from './content.ts'
import { appendDelta } from './append.ts'
import { selectDeltas } from './deltas.ts'
import { findHead } from './openHeads.ts'
import { findStream } from './read.ts'

onBothDatabases('a stream', (open) => {
  test('[STR-3] takes 500 tasks, and then only changes of those', async () => {
    const { start, append, readStream } = await loadAcme(open)
    const task = (i: number, title = 'Task') => ({ type: 'task_update', id: `${i}`, title, status: 'pending' }) as const
    const tasks = (first: number, count: number) => chunks(...Array.from({ length: count }, (_, i) => task(first + i)))
    const ts = await start(tasks(0, 499))
    await append(ts, tasks(498, 2))
    const refused = { code: 'msg_too_long', detail: expect.stringContaining('500 tasks: it has 500, and 1 would be') }
    await expect(append(ts, chunks(task(7, 'New'), task(500)))).rejects.toMatchObject(refused)
    await append(ts, chunks(task(7, 'Changed')))
    const { reply } = (await readStream(ts))!
    expect(reply.parts).toHaveLength(500)
    expect(reply.parts[7]).toMatchObject({ title: 'Changed' })
  })

  test('[STR-4] joins its deltas unchanged: nothing is trimmed, no newline is added', async () => {
    const { start, append, stop } = await loadAcme(open)
    const ts = await start(text('  # A\n'))
    for (const more of ['', '\n\n', ' b ', '**c', '** ', '\r\n', '\t']) await append(ts, text(more))
    expect((await stop(ts, text(' end\n\n'))).markdown).toBe('  # A\n\n\n b **c** \r\n\t end\n\n')
  })

  test('[STR-4] joins the halves of a surrogate pair, and shows a lone half as U+FFFD', async () => {
    const { start, append, stop, readStream } = await loadAcme(open)
    const ts = await start(text('a\uD83E'))
    expect(markdownFromReply((await readStream(ts))!.reply)).toBe('a\uFFFD')
    await append(ts, text('\uDDA6b\uDDA6'))
    await append(ts, text('\uD83E'))
    expect(markdownFromReply((await readStream(ts))!.reply)).toBe('a🦦b\uFFFD\uFFFD')
    expect(await stop(ts, text('c'))).toMatchObject({ markdown: 'a🦦b\uFFFD\uFFFDc', text: 'a🦦b\uFFFD\uFFFDc' })
  })

  test('[STR-4] stores and returns any text', async () => {
    const { start, append, stop, readMessage } = await loadAcme(open)
    const odd = ['"\\', '\u2028', 'e\u0301', '🏳️‍🌈', "'; drop table log; --", '\u202E', '\uFEFF']
    const ts = await start(text('x'))
    for (const more of odd) await append(ts, text(more))
    await stop(ts)
    expect((await readMessage(ts))?.markdown).toBe(`x${odd.join('')}`)
  })

  test('[STR-14] that shows its tasks as a plan takes no tasks in addition to a plan block', async () => {
    const { start, append } = await loadAcme(open)
    const plan = chunks({ type: 'blocks', blocks: [{ type: 'plan', title: 'Launch' }] })
    const task = (id: string) => chunks({ type: 'task_update', id, title: 'Look', status: 'pending' })
    const given = await start(plan, { display: 'plan' })
    await append(given, chunks({ type: 'markdown_text', text: '{"type":"task_update"}' }))
    await expect(append(given, task('1'))).rejects.toMatchObject({ code: 'invalid_blocks' })
    const ts = await start(chunks({ type: 'markdown_text', text: 'a' }), { display: 'plan' })
    for (const id of ['1', '2', '1']) await append(ts, task(id))
    await expect(append(ts, plan)).rejects.toMatchObject({ code: 'invalid_blocks' })
  })

  test('[STR-11] applies 64 concurrent calls in the order in which they arrived', async () => {
    const { start, append, stop } = await loadAcme(open)
    const ts = await start(text('>'))
    const words = Array.from({ length: 64 }, (_, i) => ` ${i}`)
    await Promise.all(words.map((word) => append(ts, text(word))))
    const taken = (await stop(ts)).markdown?.slice(1).match(/ \d+/g)
    expect(taken).toEqual(words)
  })

  test('[STR-11] is not mixed up with other streams', async () => {
    const { start, append, stop } = await loadAcme(open)
    const all = await Promise.all([start(text('a')), start(text('b')), start(text('c'))])
    await Promise.all(Array.from({ length: 10 }, (_, i) => all.map((ts) => append(ts, text(String(i))))).flat())
    const ended = await Promise.all(all.map((ts) => stop(ts)))
    for (const [i, message] of ended.entries())
      expect([...(message.markdown ?? '')].toSorted().join('')).toBe(`0123456789${'abc'[i]}`)
  })

  test('[STR-2] stays with the mode of its first content, which a start without content leaves open', async () => {
    const { start, append, stop, readStream } = await loadAcme(open)
    const bare = await start()
    await append(bare, chunks({ type: 'markdown_text', text: 'a' }))
    await expect(append(bare, text('b'))).rejects.toMatchObject({ code: 'streaming_mode_mismatch' })
    await expect(stop(bare, text('b'))).rejects.toMatchObject({ code: 'streaming_mode_mismatch' })

    const written = await start(text('a'))
    await expect(append(written, chunks({ type: 'plan_update', title: 'b' }))).rejects.toMatchObject({
      code: 'streaming_mode_mismatch',
    })
    expect(await readStream(written)).toMatchObject({ n: 1, reply: { parts: [{ type: 'text', text: 'a' }] } })
    expect((await stop(bare)).markdown).toBe('a')
  })

  test('[STR-3] refuses content beyond the size limit, names the sizes, and stays open', async () => {
    const { start, append, stop, changeSettings } = await loadAcme(open)
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 10 } })
    const ts = await start(text('12345'))
    await expect(append(ts, text('123456'))).rejects.toMatchObject({
      code: 'msg_too_long',
      detail: 'A message holds at most 10 characters: it has 5, and 6 would be added.',
    })
    await expect(stop(ts, text('123456'))).rejects.toMatchObject({ code: 'msg_too_long' })
    await append(ts, text('🦦🦦🦦🦦🦦'))
    // The limit is lowered below the length of the stream. The stream can end, but takes no more text.
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 3 } })
    await expect(stop(ts, text('6'))).rejects.toMatchObject({ code: 'msg_too_long' })
    expect((await stop(ts)).markdown).toBe('12345🦦🦦🦦🦦🦦')
  })

  test('[STR-5] merges the updates of a task: title and status replace, details and output append', async () => {
    const { start, append, readStream } = await loadAcme(open)
    const source = (url: string) => ({ type: 'url', text: url, url }) as const
    const ts = await start(chunks({ type: 'task_update', id: 't', title: 'Look', status: 'pending', details: 'a' }))
    await append(
      ts,
      chunks(
        { type: 'task_update', id: 'u', title: 'Other', status: 'error' },
        { type: 'task_update', id: 't', status: 'in_progress', details: 'b', sources: [source('https://a.example')] },
      ),
    )
    const again = [source('https://a.example'), source('https://b.example')]
    await append(
      ts,
      chunks({ type: 'task_update', id: 't', title: 'Looked', status: 'complete', output: 'c', sources: again }),
    )
    expect((await readStream(ts))!.reply.parts).toEqual([
      { type: 'task', id: 't', title: 'Looked', status: 'complete', details: 'ab', output: 'c', sources: again },
      { type: 'task', id: 'u', title: 'Other', status: 'error' },
    ])
  })

  test('[STR-1] needs a title in the first update of a task, also after a restart', async () => {
    const { start, append, store } = await loadAcme(open)
    const ts = await start(chunks({ type: 'task_update', id: 't', title: 'Known', status: 'pending' }))
    store.db.cache.clear()
    await append(ts, chunks({ type: 'task_update', id: 't', status: 'complete' }))
    await expect(append(ts, chunks({ type: 'task_update', id: 'new', status: 'pending' }))).rejects.toMatchObject({
      code: 'invalid_arguments',
      extra: { messages: [expect.stringContaining('[json-pointer:/chunks/0')] },
    })
  })

  test('continues as if nothing had happened when an append is rolled back', async () => {
    const { start, append, store, readStream } = await loadAcme(open)
    const ts = await start(text('a'))
    const failing = store.write(async (tx) => {
      await appendDelta(tx, (await findHead(tx, dm, ts))!, text('never'))
      throw new Error('no')
    })
    const [undone] = await Promise.allSettled([failing, append(ts, text('b'))])
    expect(undone.status).toBe('rejected')
    await append(ts, text('c'))
    expect(await readStream(ts)).toMatchObject({ n: 3, reply: { parts: [{ text: 'abc' }] } })
  })

  test('numbers its deltas 1, 2, 3 … in the log, each with the total length so far', async () => {
    const { start, append, store } = await loadAcme(open)
    const ts = await start(text('ab'))
    await append(ts, text('🦦'))
    await append(ts, text(''))
    const stream = (await findStream(store.db, dm, ts))!
    const rows = await selectDeltas(store.db, stream).select(['n', 'total', 'subject']).orderBy('seq').execute()
    expect(rows).toEqual([
      { n: 1, total: 2, subject: 'text' },
      { n: 2, total: 3, subject: 'text' },
      { n: 3, total: 3, subject: 'text' },
    ])
  })

  test('has the same content however its text is cut into deltas', async () => {
    const scene = await loadAcme(open)
    const characters = fc.string({ unit: 'binary', maxLength: 12 }).map((drawn) => drawn.replaceAll('\0', ' '))
    const cuts = fc.array(characters, { minLength: 1, maxLength: 6 })
    const whole = fc.asyncProperty(cuts, async (parts) => {
      const ts = await scene.start()
      for (const part of parts) await scene.append(ts, text(part))
      const deltas = parts.map((part) => ({ type: 'markdown_text', text: part }) as const)
      const kept = await scene.readStream(ts)
      expect(markdownFromReply(kept!.reply)).toBe(markdownFromReply(appendChunks(emptyReply(), deltas)))
      expect((await scene.stop(ts)).markdown).toBe(parts.join('').toWellFormed())
    })
    await fc.assert(whole, { numRuns: 15 })
  })
})

describe('content', () => {
  test.each([
    ['an empty text', text(''), 'no_text'],
    ['no chunks', chunks(), 'no_text'],
    ['12,001 characters', text('x'.repeat(12_001)), 'msg_too_long'],
    [
      'chunks of 12,001 characters',
      chunks(
        ...Array<{ type: 'markdown_text'; text: string }>(3).fill({ type: 'markdown_text', text: 'x'.repeat(4001) }),
      ),
      'msg_too_long',
    ],
  ])('[STR-2, STR-3] %s is refused', (_, content, code) => {
    expect(() => checkStreamContent(content)).toThrow(expect.objectContaining({ code }))
  })

  test('[STR-2, STR-3] of a text chunk without text, or of 12,000 characters of any width, is accepted', () => {
    checkStreamContent(chunks({ type: 'markdown_text', text: '' }))
    checkStreamContent(text('🦦'.repeat(12_000)))
  })
})
