import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { aDatabaseFile, onBothDatabases, type Open } from '#testing/server/databases'
import { aScene, rootTs } from '#testing/workspace/domain'
import { findChannel } from '#domain/channels/find'
import { turnClock } from '#domain/clock'
import { postMessage } from '#domain/messages/post'
import { say } from '#domain/people/actions'
import { liveStatuses, type NewStatus, setStatus } from './status.ts'
import { tidy } from '#domain/sweep'

const seconds = 1000

async function aThread(open: Open) {
  const scene = await aScene(open)
  const { store, callerOf } = scene
  const channel = (await findChannel(store.db, 'T0ACME', 'D0ANASCOUT'))!
  const scout = await callerOf('xoxb-acme-scout')
  return { ...scene, channel, scout, status, live, logged }

  function status(
    text: string,
    given: Partial<NewStatus> & { username?: string; iconEmoji?: string; iconUrl?: string } = {},
  ) {
    const appearance = { username: given.username, iconEmoji: given.iconEmoji, iconUrl: given.iconUrl }
    const app = scout.app!
    return store.write((tx) =>
      setStatus(tx, {
        channel,
        threadTs: rootTs,
        app,
        userId: app.botUser,
        text,
        loadingMessages: [],
        ...given,
        appearance,
      }),
    )
  }
  function live() {
    return liveStatuses(store.db, channel, rootTs)
  }
  async function logged(): Promise<number> {
    return (await store.db.selectFrom('log').select('seq').where('kind', '=', 'status').execute()).length
  }
}

onBothDatabases('a status', (open) => {
  test('[STA-1, STA-3] is shown behind the name of the app, with its loading messages', async () => {
    const { status, live } = await aThread(open)
    await status('is thinking...', { loadingMessages: ['Reading', 'Weighing'] })
    expect(await live()).toMatchObject([
      {
        text: 'Scout is thinking...',
        user_id: 'U0SCOUT',
        app_id: 'A0SCOUT',
        loading_messages: ['Reading', 'Weighing'],
      },
    ])
  })

  test('[STA-7, STR-10] shows a username in place of the name, and the emoji before the address', async () => {
    const { status, live } = await aThread(open)
    await status('reads', { username: 'Otter', iconEmoji: ':otter:', iconUrl: 'https://a.example/i.png' })
    expect(await live()).toMatchObject([{ text: 'Otter reads', icon_emoji: ':otter:', icon_url: null }])
  })

  test('[STA-2] is gone 120 s after it was set, for whoever reads, though its row is still there', async () => {
    const { store, status, live } = await aThread(open)
    await status('reads')
    turnClock(119 * seconds)
    expect(await live()).toHaveLength(1)
    turnClock(1 * seconds)
    expect(await live()).toEqual([])
    expect(await store.db.selectFrom('statuses').selectAll().execute()).toHaveLength(1)
    await tidy(store)
    expect(await store.db.selectFrom('statuses').selectAll().execute()).toEqual([])
  })

  test('[STA-2] does not outlive its time when the clock is put back, and viewers are told', async () => {
    const { store, status, live, logged } = await aThread(open)
    await status('reads')
    turnClock(-500)
    expect(await live()).toHaveLength(1)
    turnClock(-3600 * seconds)
    expect(await live()).toEqual([])
    const before = await logged()
    await tidy(store)
    expect(await logged()).toBe(before + 1)
    turnClock(3600 * seconds)
    expect(await live()).toEqual([])
  })

  test('[STA-2] stays gone when the clock has passed its end and is put back, and viewers are told', async () => {
    const { store, status, live, logged } = await aThread(open)
    await status('reads')
    turnClock(120 * seconds)
    const before = await logged()
    await tidy(store)
    expect(await logged()).toBe(before + 1)
    turnClock(-100 * seconds)
    expect(await live()).toEqual([])
  })

  test('[STA-2] set a second time replaces the first, and its 120 s begin again', async () => {
    const { status, live } = await aThread(open)
    await status('reads')
    turnClock(100 * seconds)
    await status('writes')
    turnClock(100 * seconds)
    expect(await live()).toMatchObject([{ text: 'Scout writes' }])
  })

  test.each(['', ' ', '\t\n'])('[STA-2] of %j clears, and clearing what is not there tells nobody', async (empty) => {
    const { status, live, logged } = await aThread(open)
    await status('reads')
    await status(empty)
    expect(await live()).toEqual([])
    expect(await logged()).toBe(2)
    await status(empty)
    expect(await logged()).toBe(2)
  })

  test('[STA-2] goes with a message of its app in the thread, not with one of a person or in another thread', async () => {
    const { store, status, live, person, scout, channel } = await aThread(open)
    const ana = await person('U0ANA')
    const post = (threadTs: string | undefined) =>
      store.write((tx) => postMessage(tx, scout, { channel, threadTs, text: 'x', blocks: [] }))
    await status('reads')
    await store.write((tx) => say(tx, ana, { channelId: channel.id, text: 'Well?', threadTs: rootTs }))
    await post(undefined)
    expect(await live()).toHaveLength(1)
    await post(rootTs)
    expect(await live()).toEqual([])
  })

  test('[STA-2] outlives a write that clears it and then fails', async () => {
    const { store, status, live, scout, channel } = await aThread(open)
    await status('reads')
    const failing = store.write(async (tx) => {
      await postMessage(tx, scout, { channel, threadTs: rootTs, text: 'x', blocks: [] })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await live()).toHaveLength(1)
  })

  test('of one app stands beside that of another, the newest last', async () => {
    const { status, live, callerOf } = await aThread(open)
    const quiet = (await callerOf('xoxb-acme-quiet')).app!
    await status('reads')
    turnClock(seconds)
    await status('listens', { app: quiet, userId: quiet.botUser })
    expect((await live()).map(({ text }) => text)).toEqual(['Scout reads', 'Quiet listens'])
    await status('', { app: quiet })
    expect((await live()).map(({ text }) => text)).toEqual(['Scout reads'])
  })

  test('set by many calls at once is one', async () => {
    const { status, live } = await aThread(open)
    await Promise.all(Array.from({ length: 20 }, (_, i) => status(`step ${i}`)))
    expect(await live()).toHaveLength(1)
  })
})

test('[STA-2] a status ends at its time, though the server was down in between', async () => {
  const path = aDatabaseFile()
  const before = await aThread(() => openSqlite(path))
  await before.status('reads')
  await before.store.close()

  turnClock(119 * seconds)
  const store = await openSqlite(path)
  onTestFinished(() => store.close())
  const live = () => liveStatuses(store.db, before.channel, rootTs)
  expect(await live()).toMatchObject([{ text: 'Scout reads' }])
  turnClock(seconds)
  expect(await live()).toEqual([])
  await tidy(store)
  turnClock(-60 * seconds)
  expect(await live()).toEqual([])
})
