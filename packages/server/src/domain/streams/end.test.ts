import { blocksFromReply } from '@rivulet/blocks/replyBlocks'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { tempDatabasePath, onBothDatabases } from '#testing/database/databases'
import { actionsOn, loadAcme, chunks, dm, rootTs, text } from '#testing/workspace/domain'
import { stopStream } from '#domain/people/stopStream'
import { LogCleaner } from '#domain/sweep/log'
import { defaultSettings } from '#domain/settings/settings'
import { endTimedOutStreams } from './endTimedOut.ts'
import { selectDeltas } from './deltas.ts'
import { findStream } from './read.ts'

const minutes = 60_000
const over = { code: 'message_not_in_streaming_state' }

onBothDatabases('the end of a stream', (open) => {
  test('[STR-6] by its app completes it: it takes no content, and cannot end again', async () => {
    const { start, append, stop } = await loadAcme(open)
    const ts = await start(text('a'))
    expect(await stop(ts)).toMatchObject({ streaming_state: 'completed', markdown: 'a' })
    await expect(append(ts, text('b'))).rejects.toMatchObject(over)
    await expect(stop(ts)).rejects.toMatchObject(over)
  })

  test('[STR-6, STR-12] by a timeout is visible to readers before it is written', async () => {
    const { store, start, append, stop, readStream, readMessage } = await loadAcme(open)
    const ts = await start(text('kept'))
    store.db.clock.advance(9 * minutes)
    expect(await readStream(ts)).toMatchObject({ state: 'in_progress' })
    await append(ts, text('!'))
    store.db.clock.advance(9 * minutes)
    expect(await readStream(ts)).toMatchObject({ state: 'in_progress' })
    store.db.clock.advance(minutes)
    expect(await readStream(ts)).toMatchObject({ state: 'errored', reply: { parts: [{ text: 'kept!' }] } })
    expect(await readMessage(ts)).toMatchObject({ streaming_state: 'in_progress' })
    await expect(append(ts, text('b'))).rejects.toMatchObject({ ...over, detail: expect.stringContaining('too long') })
    await expect(stop(ts)).rejects.toMatchObject(over)
  })

  test('[STR-6] by a timeout is written by the sweep, once, with all content', async () => {
    const { store, start, readMessage, readStream } = await loadAcme(open)
    const old = await start(text('old'))
    store.db.clock.advance(9 * minutes)
    const young = await start(text('young'))
    store.db.clock.advance(minutes)
    expect(await endTimedOutStreams(store)).toBe(1)
    expect(await endTimedOutStreams(store)).toBe(0)
    expect(await readMessage(old)).toMatchObject({ streaming_state: 'errored', markdown: 'old', text: 'old' })
    expect(await readStream(young)).toMatchObject({ state: 'in_progress' })
  })

  test('[STR-6] follows the lifetime too, if one is set, however often the app appends', async () => {
    const { store, start, append, readStream, changeSettings } = await loadAcme(open)
    await changeSettings({
      stream: { idleTimeout: 10 * minutes, lifetime: 5 * minutes, audience: 'members', maxText: 1000 },
    })
    const ts = await start()
    for (let i = 0; i < 4; i++) {
      store.db.clock.advance(minutes)
      await append(ts, text('.'))
    }
    store.db.clock.advance(minutes)
    expect(await readStream(ts)).toMatchObject({ state: 'errored' })
    await expect(append(ts, text('.'))).rejects.toMatchObject(over)
    expect(await endTimedOutStreams(store)).toBe(1)
  })

  test('[STR-6] is never caused by a timeout if neither limit is set', async () => {
    const { store, start, changeSettings } = await loadAcme(open)
    await changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 1000 } })
    await start()
    store.db.clock.advance(1000 * minutes)
    expect(await endTimedOutStreams(store)).toBe(0)
  })

  test('[STR-6] by a reader completes it; only an append learns that it was a reader', async () => {
    const { store, start, append, stop, findPerson, readMessage } = await loadAcme(open)
    const ts = await start(text('a'))
    const ana = await findPerson('U0ANA')
    await store.write((tx) => stopStream(tx, ana, dm.id, ts))
    expect(await readMessage(ts)).toMatchObject({ streaming_state: 'completed', markdown: 'a' })
    await expect(append(ts, text('b'))).rejects.toMatchObject({ code: 'stopped_by_user' })
    await expect(append(ts, text('b'))).rejects.toMatchObject({ code: 'stopped_by_user' })
    await expect(stop(ts)).rejects.toMatchObject(over)
    await expect(store.write((tx) => stopStream(tx, ana, dm.id, ts))).rejects.toMatchObject(over)
  })

  test('[STR-6] cannot be caused by a reader after a timeout, or by one who may not read the stream', async () => {
    const { store, start, findPerson, readMessage } = await loadAcme(open)
    const ts = await start(text('a'))
    const [ana, ben] = [await findPerson('U0ANA'), await findPerson('U0BEN')]
    await expect(store.write((tx) => stopStream(tx, ben, dm.id, ts))).rejects.toMatchObject({
      code: 'channel_not_found',
    })
    store.db.clock.advance(10 * minutes)
    await expect(store.write((tx) => stopStream(tx, ana, dm.id, ts))).rejects.toMatchObject(over)
    await endTimedOutStreams(store)
    expect(await readMessage(ts)).toMatchObject({ streaming_state: 'errored' })
  })

  test('[STR-6] by a reader needs a stream: another message counts as ended, a missing one is not found', async () => {
    const { store, findPerson } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    await expect(store.write((tx) => stopStream(tx, ana, dm.id, rootTs))).rejects.toMatchObject(over)
    const nothing = store.write((tx) => stopStream(tx, ana, dm.id, '1767225600.999999'))
    await expect(nothing).rejects.toMatchObject({ code: 'message_not_found' })
  })

  test('[STR-6] that is rolled back leaves the stream as it was', async () => {
    const { store, start, append, stop, findPerson } = await loadAcme(open)
    const ts = await start(text('a'))
    const ana = await findPerson('U0ANA')
    const failing = store.write(async (tx) => {
      await stopStream(tx, ana, dm.id, ts)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await append(ts, text('b'))
    expect((await stop(ts)).markdown).toBe('ab')
  })

  test('[STR-7] keeps an unfinished task as it is; a setting makes it an error', async () => {
    const { start, stop, changeSettings } = await loadAcme(open)
    const task = chunks({ type: 'task_update', id: 't', title: 'Look', status: 'in_progress' })
    expect((await stop(await start(task))).blocks).toMatchObject([{ type: 'task_card', status: 'in_progress' }])
    await changeSettings({ stream: { ...defaultSettings.stream, unfinishedTasks: 'error' } })
    expect((await stop(await start(task))).blocks).toMatchObject([{ type: 'task_card', status: 'error' }])
  })

  test('[STR-14] turns text into blocks and tasks into one plan, and puts the blocks of the call last', async () => {
    const { start, append, stop } = await loadAcme(open)
    const ts = await start(chunks({ type: 'markdown_text', text: '**Hm**' }), { display: 'plan' })
    await append(
      ts,
      chunks(
        { type: 'task_update', id: 't', title: 'Look', status: 'complete' },
        { type: 'plan_update', title: 'How' },
      ),
    )
    const message = await stop(ts, undefined, { blocks: [{ type: 'divider' }], metadata: { event_type: 'x' } })
    expect(message).toMatchObject({
      text: expect.stringContaining('*Hm*'),
      markdown: '**Hm**',
      metadata: { event_type: 'x' },
      blocks: [{ type: 'rich_text' }, { type: 'plan', title: 'How', tasks: [{ task_id: 't' }] }, { type: 'divider' }],
    })
    const ids = message.blocks.map((block) => block.block_id)
    expect(new Set(ids).size).toBe(3)
    expect(ids).not.toContain(undefined)
  })

  test('[STR-5, STR-14] keeps fifty tasks, a plan renamed in the middle of the text, sources and blocks in their order', async () => {
    const { start, append, stop, readStream } = await loadAcme(open)
    const ts = await start(chunks({ type: 'markdown_text', text: 'First **wo' }), { display: 'plan' })
    const url = (n: number) => ({ type: 'url', text: `S${n}`, url: `https://a.example/${n}` }) as const
    for (let i = 0; i < 50; i++) {
      const task = { type: 'task_update', id: `t${i}`, title: `Task ${i}`, status: 'in_progress' } as const
      await append(ts, chunks({ ...task, sources: [url(i)] }))
      if (i === 20)
        await append(ts, chunks({ type: 'markdown_text', text: 'Then ' }, { type: 'plan_update', title: 'Later' }))
      if (i === 30)
        await append(ts, chunks({ type: 'plan_update', title: 'Last' }, { type: 'markdown_text', text: 'more' }))
    }
    await append(ts, chunks({ type: 'blocks', blocks: [{ type: 'divider' }] }))
    for (let i = 0; i < 50; i++)
      await append(ts, chunks({ type: 'task_update', id: `t${i}`, status: 'complete', sources: [url(i), url(99)] }))
    const growing = (await readStream(ts))!
    const message = await stop(ts, chunks({ type: 'markdown_text', text: 'Done' }))

    expect(message.markdown).toBe('First **woThen moreDone')
    const tasks = Array.from({ length: 50 }, (_, i) => ({
      task_id: `t${i}`,
      title: `Task ${i}`,
      status: 'complete',
      sources: [url(i), url(99)],
    }))
    const plan = { type: 'plan', title: 'Last', tasks }
    const types = ['rich_text', 'plan', 'rich_text', 'divider', 'rich_text']
    expect(message.blocks.map(({ type }) => type)).toEqual(types)
    expect(message.blocks[1]).toMatchObject(plan)
    expect(blocksFromReply(growing.reply, { display: 'plan', open: true })[1]).toMatchObject(plan)
  })

  test('[STR-6, STR-9] of a message that is no stream of this app is refused with the reason', async () => {
    const { append } = await loadAcme(open)
    const general = { team_id: 'T0ACME', id: 'C0GENERAL' }
    const refusal = (ts: string, at = general) => append(ts, text('a'), at).catch((error: unknown) => error)
    expect(await refusal('1767225700.000100')).toMatchObject(over)
    expect(await refusal('1767225600.000100')).toMatchObject({ code: 'message_not_owned_by_app' })
    expect(await refusal('1767225699.000100')).toMatchObject({ code: 'message_not_found' })
    expect(await refusal('1767225701.000100')).toMatchObject({ code: 'message_not_found' })
  })

  test('keeps its deltas for ten minutes for viewers that were away, and those of open streams longer', async () => {
    const { store, start, append, stop, readMessage, readStream } = await loadAcme(open)
    const [ended, going] = [await start(text('a')), await start(text('b'))]
    await stop(ended)
    const deltas = async () => {
      const streams = await Promise.all([ended, going].map((ts) => findStream(store.db, dm, ts)))
      return Promise.all(
        streams.map(async (stream) => (await selectDeltas(store.db, stream!).select('n').execute()).length),
      )
    }
    store.db.clock.advance(6 * minutes)
    await append(going, text('c'))
    await new LogCleaner(store).run({ during: Infinity })
    expect(await deltas()).toEqual([1, 2])
    store.db.clock.advance(5 * minutes)
    await append(going, text('d'))
    await new LogCleaner(store).run({ during: Infinity })
    expect(await deltas()).toEqual([0, 3])
    expect(await readStream(going)).toMatchObject({ n: 3, reply: { parts: [{ text: 'bcd' }] } })
    expect(await readMessage(ended)).toMatchObject({ markdown: 'a' })
  })
})

test('a stream continues, and ends, after a restart', async () => {
  const path = tempDatabasePath()
  const before = await loadAcme(() => openSqlite(path))
  const [ts, quiet] = [await before.start(chunks({ type: 'markdown_text', text: 'a' })), await before.start(text('q'))]
  await before.append(ts, chunks({ type: 'task_update', id: 't', title: 'T', status: 'pending' }))
  await before.store.close()

  const store = await openSqlite(path)
  const after = actionsOn(store)
  expect(await after.readStream(ts)).toMatchObject({ n: 2, state: 'in_progress' })
  await expect(after.append(ts, text('b'))).rejects.toMatchObject({ code: 'streaming_mode_mismatch' })
  await after.append(
    ts,
    chunks({ type: 'task_update', id: 't', status: 'complete' }, { type: 'markdown_text', text: 'b' }),
  )
  expect(await after.readStream(ts)).toMatchObject({ n: 3 })
  expect((await after.stop(ts)).blocks).toMatchObject([{}, { type: 'task_card', title: 'T', status: 'complete' }, {}])
  store.db.clock.advance(10 * minutes)
  expect(await after.readStream(quiet)).toMatchObject({ state: 'errored' })
  await store.close()
})

test('[STR-6] a stream that timed out before a restart is ended by the first sweep after it', async () => {
  const path = tempDatabasePath()
  const before = await loadAcme(() => openSqlite(path))
  await before.start(text('a'))
  await before.store.close()

  const { clock } = before.store.db
  clock.advance(10 * minutes)
  const store = await openSqlite(path, { clock })
  onTestFinished(() => store.close())
  expect(await endTimedOutStreams(store)).toBe(1)
})
