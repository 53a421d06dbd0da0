import type { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startAssistantThread } from '#domain/apps/home/assistantThreads'
import { listConversations } from '#domain/apps/home/conversations'
import { requireApp } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { leaveChannel } from '#domain/channels/membership/leave'
import { sendMessage } from '#domain/people/messages/send'
import { setAgentStatus } from './agentSessions.ts'
import { setStatus } from './status.ts'
import { setThreadTitle } from './title.ts'
import { onBothDatabases, type OpenStore } from '#testing/database/databases'
import { dm, loadAcme, rootTs } from '#testing/workspace/domain'
import { stopClock } from '#testing/workspace/stopClock'
import type { Store } from '#store/db'
import { listWork } from './work.ts'

const help = 'C0HELP'
const text = (words: string) => ({ mode: 'text', chunks: [{ type: 'markdown_text', text: words }] }) as const
const appearance = { username: undefined, iconEmoji: undefined, iconUrl: undefined }

onBothDatabases('what agents do', (open) => {
  test('[AGT-2] a reply is listed while it streams, with its last words and its task, and afterwards as ended', async () => {
    const { store, ana, ben, start, append, stop } = await createScene(open)
    expect(await listWork(store.db, ana)).toEqual({ running: [], ended: [] })
    const ts = await start(text('Once upon '))
    await append(ts, text('a time'))
    const work = { channelId: dm.id, threadTs: rootTs, appId: 'A0SCOUT', userId: 'U0SCOUT', streamTs: ts }
    const { running } = await listWork(store.db, ana)
    expect(running).toMatchObject([{ ...work, words: 'Once upon a time' }])
    expect(await listWork(store.db, ben)).toEqual({ running: [], ended: [] })

    await stop(ts)
    const ended = { ...work, words: 'Once upon a time', ended: { at: expect.any(Number), by: 'app' } }
    expect(await listWork(store.db, ana)).toMatchObject({ running: [], ended: [ended] })
    const tasks = [{ type: 'task_update', id: 'a', title: 'Read the log', status: 'in_progress' }] as const
    const second = await start({ mode: 'chunks', chunks: [...tasks] })
    expect((await listWork(store.db, ana)).running).toMatchObject([{ streamTs: second, task: 'Read the log' }])
    store.db.clock.advance(3_600_001)
    expect(await listWork(store.db, ana)).toEqual({ running: [], ended: [] })
  })

  test('[AGT-2] a reply that has ended is told with its own words, or its tasks if it has no others', async () => {
    const { store, ana, start, append, stop } = await createScene(open)
    const task = { type: 'task_update', id: 'a', title: 'Read the log', status: 'complete' } as const
    const words = async () => (await listWork(store.db, ana)).ended[0]?.words
    const silent = await start({ mode: 'chunks', chunks: [task] })
    await stop(silent)
    expect(await words()).toBe('Read the log')
    store.db.clock.advance(1)
    const ts = await start({ mode: 'chunks', chunks: [task] })
    await append(ts, { mode: 'chunks', chunks: [{ type: 'markdown_text', text: 'Two **errors** & no more' }] })
    await stop(ts)
    expect(await words()).toBe('Two *errors* &amp; no more')
  })

  test('[AGT-2] only who may see a reply grow is told its words, and whoever left is told nothing', async () => {
    const { store, ana, ben, start, changeSettings } = await createScene(open)
    await changeSettings({
      stream: { audience: 'recipient', idleTimeout: 600_000, lifetime: 0, unfinishedTasks: 'keep', maxText: 9000 },
    })
    await start(text('For Ana'), { channel: help, user: 'U0ANA', team: 'T0ACME' })
    const words = async (caller: typeof ana) => (await listWork(store.db, caller)).running.map((one) => one.words)
    expect(await words(ana)).toEqual(['For Ana'])
    expect(await words(ben)).toEqual([''])
    await store.write((tx) => leaveChannel(tx, ben, help))
    expect(await words(ben)).toEqual([])
  })

  test('[AGT-2] a status, or a session at work, is listed in place of a stream', async () => {
    const { store, ana, scout, start, channel } = await createScene(open)
    const { app, userId } = scout
    const thread = { channel, threadTs: rootTs, app, userId }
    await store.write((tx) => setStatus(tx, { ...thread, text: 'is thinking…', loadingMessages: [], appearance }))
    expect((await listWork(store.db, ana)).running).toMatchObject([{ words: 'Scout is thinking…' }])
    const ts = await start(text('So'))
    expect((await listWork(store.db, ana)).running).toMatchObject([{ streamTs: ts, words: 'So' }])
    const said = await store.write((tx) => sendMessage(tx, ana, { channelId: dm.id, text: 'Another' }))
    await store.write((tx) => setAgentStatus(tx, { ...thread, threadTs: said, status: 'processing' }))
    const { running } = await listWork(store.db, ana)
    expect(running).toHaveLength(2)
    expect(running.find(({ streamTs }) => !streamTs)).toMatchObject({
      threadTs: said,
      words: '',
      endsAt: expect.any(Number),
    })
  })
})

onBothDatabases('the work of many streams', (open) => {
  test('[AGT-3] is read once for all who look at it, and only what has come since', async () => {
    const letPass = stopClock(['performance'])
    const { store, ana, start, append } = await createScene(open)
    const streams = []
    for (let i = 0; i < 10; i++) streams.push(await start(text(`Reply ${i}`)))
    for (const ts of streams) for (let i = 0; i < 5; i++) await append(ts, text(' more'))
    const newest = streams.at(-1)!
    const lastWords = async () =>
      (await listWork(store.db, ana)).running.find(({ streamTs }) => streamTs === newest)?.words
    const read = countDeltasRead(store)
    // On SQLite the replies are in memory.
    const onPostgres = (count: number) => (store.db.cache.isSingleWriter ? 0 : count)
    const words = `Reply 9${' more'.repeat(5)}`
    expect(await lastWords()).toBe(words)
    expect(read()).toEqual({ queries: onPostgres(10), rows: onPostgres(60) })
    // More pages that look at it.
    for (let i = 0; i < 10; i++) expect(await lastWords()).toBe(words)
    expect(read()).toEqual({ queries: 0, rows: 0 })
    await append(newest, text(' and more'))
    letPass(500)
    read()
    expect(await lastWords()).toBe(`${words} and more`)
    expect(read()).toEqual({ queries: onPostgres(10), rows: onPostgres(1) })
  })
})

/** Returns a function that counts the queries for deltas, and the deltas in their answers, since it was called last. */
function countDeltasRead({ db }: Store) {
  let count = { queries: 0, rows: 0 }
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = async <R>(query: CompiledQuery<R>) => {
    const answer = await execute<R>(query)
    if (query.sql.includes('from "log"')) count = { queries: count.queries + 1, rows: count.rows + answer.rows.length }
    return answer
  }
  onTestFinished(() => void (executor.executeQuery = execute))
  return () => {
    const before = count
    count = { queries: 0, rows: 0 }
    return before
  }
}

onBothDatabases('conversations', (open) => {
  test('[AGT-1] are listed by when they began, with their titles, first and last words, and found by them', async () => {
    const { store, ana, start, stop, channel } = await createScene(open)
    const begun = await store.write((tx) => startAssistantThread(tx, ana, dm.id))
    const send = (words: string, threadTs?: string) =>
      store.write((tx) => sendMessage(tx, ana, { channelId: dm.id, text: words, threadTs }))
    await send('What is 100% of_it?', begun)
    const answer = await start(text('All of it.'), { threadTs: begun })
    await stop(answer)
    await store.write((tx) => setThreadTitle(tx, channel, begun, 'Percentages', 'U0SCOUT'))
    const empty = await store.write((tx) => startAssistantThread(tx, ana, dm.id))
    const list = (given: { text?: string; before?: string } = {}) =>
      listConversations(store.db, ana, { channelId: dm.id, ...given })
    const named = { title: 'Percentages', firstWords: 'What is 100% of_it?', lastWords: 'All of it.', replies: 2 }
    const { conversations } = await list()
    expect(conversations).toMatchObject([
      { ts: empty, firstWords: '', lastWords: '', replies: 0, latest: empty },
      { ...named, ts: begun, latest: answer },
      { ts: rootTs, title: undefined, firstWords: 'Hi Scout', replies: 0 },
    ])
    const found = async (words: string) => (await list({ text: words })).conversations.map(({ ts }) => ts)
    expect(await found('percent')).toEqual([begun])
    expect(await found('ALL OF')).toEqual([begun])
    expect(await found('100% of_it')).toEqual([begun])
    expect(await found('h_ scout')).toEqual([])
    await send('ÜBER Čapek', begun)
    expect(await found('ÜBER Č')).toEqual([begun])
    if (store.db.cache.isSingleWriter) expect(await found('über č')).toEqual([begun])
    expect(await list({ before: begun })).toMatchObject({ conversations: [{ ts: rootTs }] })
  })

  test('[AGT-1] come in pages, to those who are in the direct message', async () => {
    const { store, ana, ben } = await createScene(open)
    for (let i = 0; i < 41; i++)
      await store.write((tx) => sendMessage(tx, ana, { channelId: dm.id, text: `Question ${i}` }))
    const first = await listConversations(store.db, ana, { channelId: dm.id })
    expect(first.conversations).toHaveLength(40)
    const second = await listConversations(store.db, ana, { channelId: dm.id, before: first.next })
    expect(second.conversations.map(({ firstWords }) => firstWords)).toEqual(['Question 0', 'Hi Scout'])
    expect(second.next).toBeUndefined()
    await expect(listConversations(store.db, ben, { channelId: dm.id })).rejects.toThrow()
    await expect(listConversations(store.db, ana, { channelId: help })).rejects.toThrow()
  })
})

async function createScene(open: OpenStore) {
  const scene = await loadAcme(open)
  const [ana, ben] = [await scene.findPerson('U0ANA'), await scene.findPerson('U0BEN')]
  const scout = requireApp(await scene.findCaller('xoxb-acme-scout'))
  const channel = (await findChannel(scene.store.db, dm.team_id, dm.id))!
  return { ...scene, ana, ben, scout, channel }
}
