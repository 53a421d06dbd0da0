import { expect, test } from 'vitest'
import { findChannel } from '#domain/channels/find'
import { sendMessage } from '#domain/people/messages/send'
import { findReadMark } from '#domain/channels/readMarks'
import { toMessageObjects } from '#objects/message'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme, rootTs } from '#testing/workspace/domain'
import { deleteMessage } from './delete.ts'
import { findMessage } from './find.ts'
import { listChannelMessages, listReplies } from './list.ts'
import { updateMessage } from './update.ts'

onBothDatabases('[MSG-8] a reply that is sent to the channel too', (open) => {
  async function createThread() {
    const scene = await loadAcme(open)
    const { store } = scene
    const help = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
    const ana = await scene.findPerson('U0ANA')
    const write = (text: string, more: { threadTs?: string; broadcast?: boolean } = {}) =>
      store.write((tx) => sendMessage(tx, ana, { channelId: help.id, text, ...more }))
    const inThread = async () =>
      (await listReplies(store.db, help, rootTs, { limit: 100 })).messages.map(({ text }) => text)
    const inChannel = async (limit = 100) =>
      (await listChannelMessages(store.db, help, { limit })).messages.toReversed().map(({ text }) => text)
    return { ...scene, ana, help, write, inThread, inChannel }
  }
  const reply = { threadTs: rootTs }
  const broadcast = { ...reply, broadcast: true }

  test('is one message in both, ordered by time, even after changes', async () => {
    const { store, ana, help, write, inThread, inChannel } = await createThread()
    await write('Where?', reply)
    const ts = await write('Third floor', broadcast)
    await write('On my way', reply)
    await write('Lunch?', { broadcast: true })
    expect(await inThread()).toEqual(['Where?', 'Third floor', 'On my way'])
    expect(await inChannel()).toEqual(['The printer is on fire', 'Third floor', 'Lunch?'])
    expect(await inChannel(2)).toEqual(['Third floor', 'Lunch?'])

    const written = { text: undefined, markdown: 'Fourth floor', blocks: undefined }
    await store.write(async (tx) =>
      updateMessage(tx, ana, (await findMessage(tx, help, ts))!, { content: written, metadata: undefined }),
    )
    expect(await inThread()).toEqual(['Where?', 'Fourth floor', 'On my way'])
    expect(await inChannel()).toEqual(['The printer is on fire', 'Fourth floor', 'Lunch?'])
    await store.write(async (tx) => deleteMessage(tx, (await findMessage(tx, help, ts))!))
    expect(await inThread()).toEqual(['Where?', 'On my way'])
    expect(await inChannel()).toEqual(['The printer is on fire', 'Lunch?'])
  })

  test('counts once as unread, and once as a reply of its root', async () => {
    const { store, help, write } = await createThread()
    const ts = await write('Third floor', broadcast)
    expect((await findReadMark(store.db, help, 'U0BEN'))?.unread).toEqual([ts])
    const { messages } = await listChannelMessages(store.db, help, { limit: 100 })
    const [shown, root] = await toMessageObjects(store.db, help, messages, { metadata: true })
    expect(root).toMatchObject({ ts: rootTs, reply_count: 1, reply_users: ['U0ANA'], latest_reply: ts })
    expect(shown).toMatchObject({ ts, subtype: 'thread_broadcast', thread_ts: rootTs, parent_user_id: 'U0BEN' })
    expect(shown?.root).toEqual(root)
  })

  test('stays in the channel when its root is gone, and shows that', async () => {
    const { store, help, write, inChannel } = await createThread()
    const ts = await write('Third floor', broadcast)
    await store.write(async (tx) => deleteMessage(tx, (await findMessage(tx, help, rootTs))!))
    expect(await inChannel()).toEqual(['', 'Third floor'])
    const [shown] = await toMessageObjects(store.db, help, [(await findMessage(store.db, help, ts))!], {
      metadata: true,
    })
    expect(shown?.root).toMatchObject({ subtype: 'tombstone', ts: rootTs, reply_count: 1 })
    await store.write(async (tx) => deleteMessage(tx, (await findMessage(tx, help, ts))!))
    expect(await inChannel()).toEqual([])
  })
})
