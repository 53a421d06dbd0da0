import { expect, test } from 'vitest'
import { findChannel } from '#domain/channels/find'
import { say } from '#domain/people/actions'
import { readingOf } from '#domain/channels/readMarks'
import { messagesOnWire } from '#objects/message'
import { onBothDatabases } from '#testing/server/databases'
import { aScene, rootTs } from '#testing/workspace/domain'
import { deleteMessage } from './delete.ts'
import { findMessage } from './find.ts'
import { countOnTop, onTop, replies } from './pages.ts'
import { updateMessage } from './update.ts'

onBothDatabases('[MSG-8] a reply that stands in the channel too', (open) => {
  async function aThread() {
    const scene = await aScene(open)
    const { store } = scene
    const help = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
    const ana = await scene.person('U0ANA')
    const write = (text: string, more: { threadTs?: string; broadcast?: boolean } = {}) =>
      store.write((tx) => say(tx, ana, { channelId: help.id, text, ...more }))
    const inThread = async () =>
      (await replies(store.db, help, rootTs, { limit: 100 })).messages.map(({ text }) => text)
    const inChannel = async (limit = 100) =>
      (await onTop(store.db, help, { limit })).messages.toReversed().map(({ text }) => text)
    return { ...scene, help, write, inThread, inChannel }
  }
  const reply = { threadTs: rootTs }
  const broadcast = { ...reply, broadcast: true }

  test('is one message in both, in the order of time, however it is changed', async () => {
    const { store, help, write, inThread, inChannel } = await aThread()
    await write('Where?', reply)
    const ts = await write('Third floor', broadcast)
    await write('On my way', reply)
    await write('Lunch?', { broadcast: true })
    expect(await inThread()).toEqual(['Where?', 'Third floor', 'On my way'])
    expect(await inChannel()).toEqual(['The printer is on fire', 'Third floor', 'Lunch?'])
    expect(await inChannel(2)).toEqual(['Third floor', 'Lunch?'])
    expect(await countOnTop(store.db, help, rootTs, '9999999999.000000')).toBe(3)

    const written = { text: undefined, markdown: 'Fourth floor', blocks: undefined }
    await store.write(async (tx) =>
      updateMessage(tx, (await findMessage(tx, help, ts))!, { written, metadata: undefined }),
    )
    expect(await inThread()).toEqual(['Where?', 'Fourth floor', 'On my way'])
    expect(await inChannel()).toEqual(['The printer is on fire', 'Fourth floor', 'Lunch?'])
    await store.write(async (tx) => deleteMessage(tx, (await findMessage(tx, help, ts))!))
    expect(await inThread()).toEqual(['Where?', 'On my way'])
    expect(await inChannel()).toEqual(['The printer is on fire', 'Lunch?'])
  })

  test('is unread once, and one reply of its root', async () => {
    const { store, help, write } = await aThread()
    const ts = await write('Third floor', broadcast)
    expect((await readingOf(store.db, help, 'U0BEN'))?.unread).toEqual([ts])
    const { messages } = await onTop(store.db, help, { limit: 100 })
    const [shown, root] = await messagesOnWire(store.db, help, messages, { metadata: true })
    expect(root).toMatchObject({ ts: rootTs, reply_count: 1, reply_users: ['U0ANA'], latest_reply: ts })
    expect(shown).toMatchObject({ ts, subtype: 'thread_broadcast', thread_ts: rootTs, parent_user_id: 'U0BEN' })
    expect(shown?.root).toEqual(root)
  })

  test('stands there also when what it answers is gone, and says so', async () => {
    const { store, help, write, inChannel } = await aThread()
    const ts = await write('Third floor', broadcast)
    await store.write(async (tx) => deleteMessage(tx, (await findMessage(tx, help, rootTs))!))
    expect(await inChannel()).toEqual(['', 'Third floor'])
    const [shown] = await messagesOnWire(store.db, help, [(await findMessage(store.db, help, ts))!], { metadata: true })
    expect(shown?.root).toMatchObject({ subtype: 'tombstone', ts: rootTs, reply_count: 1 })
    await store.write(async (tx) => deleteMessage(tx, (await findMessage(tx, help, ts))!))
    expect(await inChannel()).toEqual([])
  })
})
