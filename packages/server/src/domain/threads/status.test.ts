import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { tempDatabasePath, onBothDatabases, type OpenStore } from '#testing/database/databases'
import { loadAcme, rootTs } from '#testing/workspace/domain'
import { findChannel } from '#domain/channels/find'
import { postMessage } from '#domain/messages/post'
import { sendMessage } from '#domain/people/messages/send'
import { stopClock } from '#testing/workspace/stopClock'
import { listLiveStatuses, type NewStatus, setStatus } from './status.ts'
import { sweepExpired } from '#domain/sweep/expired'

const seconds = 1000

async function createThread(open: OpenStore) {
  const scene = await loadAcme(open)
  const { store, findCaller } = scene
  const channel = (await findChannel(store.db, 'T0ACME', 'D0ANASCOUT'))!
  const scout = await findCaller('xoxb-acme-scout')
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
    return listLiveStatuses(store.db, channel, rootTs)
  }
  async function logged(): Promise<number> {
    return (await store.db.selectFrom('log').select('seq').where('kind', '=', 'status').execute()).length
  }
}

onBothDatabases('a status', (open) => {
  test('[STA-1, STA-3] is shown after the name of the app, with its loading messages', async () => {
    const { status, live } = await createThread(open)
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

  test('[STA-7, STR-10] shows a username instead of the name, and prefers the emoji to the URL', async () => {
    const { status, live } = await createThread(open)
    await status('reads', { username: 'Otter', iconEmoji: ':otter:', iconUrl: 'https://a.example/i.png' })
    expect(await live()).toMatchObject([{ text: 'Otter reads', icon_emoji: ':otter:', icon_url: null }])
  })

  test('[STA-2] is gone 120 s after it was set, even if its row still exists', async () => {
    stopClock()
    const { store, status, live } = await createThread(open)
    await status('reads')
    store.db.clock.advance(119 * seconds)
    expect(await live()).toHaveLength(1)
    store.db.clock.advance(1 * seconds)
    expect(await live()).toEqual([])
    expect(await store.db.selectFrom('statuses').selectAll().execute()).toHaveLength(1)
    await sweepExpired(store)
    expect(await store.db.selectFrom('statuses').selectAll().execute()).toEqual([])
  })

  test('[STA-2] does not last longer when the clock is put back, and viewers learn of it', async () => {
    const { store, status, live, logged } = await createThread(open)
    await status('reads')
    store.db.clock.advance(-500)
    expect(await live()).toHaveLength(1)
    store.db.clock.advance(-3600 * seconds)
    expect(await live()).toEqual([])
    const before = await logged()
    await sweepExpired(store)
    expect(await logged()).toBe(before + 1)
    store.db.clock.advance(3600 * seconds)
    expect(await live()).toEqual([])
  })

  test('[STA-2] stays gone when the clock has passed its end and is put back, and viewers learn of it', async () => {
    const { store, status, live, logged } = await createThread(open)
    await status('reads')
    store.db.clock.advance(120 * seconds)
    const before = await logged()
    await sweepExpired(store)
    expect(await logged()).toBe(before + 1)
    store.db.clock.advance(-100 * seconds)
    expect(await live()).toEqual([])
  })

  test('[STA-2] that is set again replaces the first, and its 120 s begin again', async () => {
    const { store, status, live } = await createThread(open)
    await status('reads')
    store.db.clock.advance(100 * seconds)
    await status('writes')
    store.db.clock.advance(100 * seconds)
    expect(await live()).toMatchObject([{ text: 'Scout writes' }])
  })

  test.each(['', ' ', '\t\n'])('[STA-2] of %j clears the status, and logs nothing if there is none', async (empty) => {
    const { status, live, logged } = await createThread(open)
    await status('reads')
    await status(empty)
    expect(await live()).toEqual([])
    expect(await logged()).toBe(2)
    await status(empty)
    expect(await logged()).toBe(2)
  })

  test('[STA-2] is cleared by a message of its app in the thread, not by one of a person or in another thread', async () => {
    const { store, status, live, findPerson, scout, channel } = await createThread(open)
    const ana = await findPerson('U0ANA')
    const post = (threadTs: string | undefined) =>
      store.write((tx) => postMessage(tx, scout, { channel, threadTs, text: 'x', blocks: [] }))
    await status('reads')
    await store.write((tx) => sendMessage(tx, ana, { channelId: channel.id, text: 'Well?', threadTs: rootTs }))
    await post(undefined)
    expect(await live()).toHaveLength(1)
    await post(rootTs)
    expect(await live()).toEqual([])
  })

  test('[STA-2] survives a write that clears it and then fails', async () => {
    const { store, status, live, scout, channel } = await createThread(open)
    await status('reads')
    const failing = store.write(async (tx) => {
      await postMessage(tx, scout, { channel, threadTs: rootTs, text: 'x', blocks: [] })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await live()).toHaveLength(1)
  })

  test('of one app is listed with that of another, the newest last', async () => {
    const { store, status, live, findCaller } = await createThread(open)
    const quiet = (await findCaller('xoxb-acme-quiet')).app!
    await status('reads')
    store.db.clock.advance(seconds)
    await status('listens', { app: quiet, userId: quiet.botUser })
    expect((await live()).map(({ text }) => text)).toEqual(['Scout reads', 'Quiet listens'])
    await status('', { app: quiet })
    expect((await live()).map(({ text }) => text)).toEqual(['Scout reads'])
  })

  test('that is set by concurrent calls is stored once', async () => {
    const { status, live } = await createThread(open)
    await Promise.all(Array.from({ length: 20 }, (_, i) => status(`step ${i}`)))
    expect(await live()).toHaveLength(1)
  })
})

test('[STA-2] a status ends on time, even if the server was down in between', async () => {
  stopClock()
  const path = tempDatabasePath()
  const before = await createThread(() => openSqlite(path))
  await before.status('reads')
  await before.store.close()

  const { clock } = before.store.db
  clock.advance(119 * seconds)
  const store = await openSqlite(path, { clock })
  onTestFinished(() => store.close())
  const live = () => listLiveStatuses(store.db, before.channel, rootTs)
  expect(await live()).toMatchObject([{ text: 'Scout reads' }])
  store.db.clock.advance(seconds)
  expect(await live()).toEqual([])
  await sweepExpired(store)
  store.db.clock.advance(-60 * seconds)
  expect(await live()).toEqual([])
})
