import { expect, test } from 'vitest'
import { inBatches } from '#domain/batches'
import { jsonBytes, maxPageBytes } from '#domain/page'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme, rootTs } from '#testing/workspace/domain'
import type { ViewerMessage } from '#feed/protocol/viewerMessages'
import { historyFrame, threadFrame } from './timelines.ts'

const tsOf = (i: number) => `${1767300000 + i * 60}.000100`
const numbers = (messages: readonly ViewerMessage[]) => messages.map(({ text }) => Number(text.split(' ')[0]))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

onBothDatabases('[WEB-8] a page of messages around a place', (open) => {
  /** #help-desk with messages "0", "1" and so on, a minute apart: at the top, or as replies of its root. */
  async function createChannel(count: number, { inThread = false, text = '' } = {}) {
    const scene = await loadAcme(open)
    const help = { team_id: 'T0ACME', id: 'C0HELP' }
    const row = await scene.store.db
      .selectFrom('messages')
      .selectAll()
      .where('channel_id', '=', help.id)
      .where('ts', '=', rootTs)
      .executeTakeFirstOrThrow()
    await scene.store.write(async (tx) => {
      const rows = range(0, count - 1).map((i) => ({
        ...row,
        ts: tsOf(i),
        thread_ts: inThread ? rootTs : null,
        text: `${i} ${text}`,
        client_msg_id: null,
      }))
      for (const some of inBatches(rows)) await tx.insertInto('messages').values(some).execute()
    })
    const { db } = scene.store
    const ana = await scene.findPerson('U0ANA')
    const history = (place: object) => historyFrame(db, ana, { channel: help.id, ...place })
    const thread = (place: object) => threadFrame(db, ana, { channel: help.id, thread_ts: rootTs, ...place })
    return { ...scene, help, ana, history, thread }
  }

  test('has the message, as many before it as after it, and says that there is more on both sides', async () => {
    const { history } = await createChannel(400)
    const frame = await history({ around: tsOf(200) })
    expect(numbers(frame.messages)).toEqual(range(175, 224))
    expect(frame).toMatchObject({ around: tsOf(200), older: tsOf(175), newer: tsOf(224) })
  })

  test('leads on in both directions, up to the first and the last message', async () => {
    const { history } = await createChannel(120)
    let { messages, older, newer } = await history({ around: tsOf(60) })
    while (newer) {
      const page = await history({ after: newer })
      messages = [...messages, ...page.messages]
      newer = page.newer
    }
    while (older) {
      const page = await history({ before: older })
      messages = [...page.messages, ...messages]
      older = page.older
    }
    expect(messages[0]?.ts).toBe(rootTs)
    expect(numbers(messages.slice(1))).toEqual(range(0, 119))
  })

  test.each([
    ['where a message was deleted', tsOf(30), range(5, 29), range(31, 55)],
    ['at a time without a message', '1767301741.000000', range(5, 29), range(31, 55)],
    ['before the first message', '1000000000.000000', [], range(0, 23)],
    ['after the last message', '9999999999.000000', range(50, 99), []],
  ])('is what was sent next to it, %s', async (_where, ts, older, newer) => {
    const { store, history } = await createChannel(100)
    await store.write((tx) =>
      tx
        .updateTable('messages')
        .set({ deleted: true })
        .where('channel_id', '=', 'C0HELP')
        .where('ts', '=', tsOf(30))
        .execute(),
    )
    const { messages, ...frame } = await history({ around: ts })
    expect(numbers(messages.filter((message) => message.ts !== rootTs))).toEqual([...older, ...newer])
    expect('older' in frame).toBe(older.length > 0)
    expect('newer' in frame).toBe(newer.length > 0)
  })

  test('has replies of a thread in the same way, without its root', async () => {
    const { thread } = await createChannel(700, { inThread: true })
    const frame = await thread({ around: tsOf(300) })
    expect(numbers(frame.messages)).toEqual(range(200, 399))
    expect(frame).toMatchObject({ around: tsOf(300), older: tsOf(200), newer: tsOf(399) })
    expect(numbers((await thread({ after: tsOf(399) })).messages)).toEqual(range(400, 599))
    const last = await thread({ after: tsOf(599) })
    expect(numbers(last.messages)).toEqual(range(600, 699))
    expect(last).not.toHaveProperty('newer')
    const older = await thread({ before: tsOf(100) })
    expect(numbers(older.messages)).toEqual(range(0, 99))
    expect(older).not.toHaveProperty('older')
    const newest = await thread({})
    expect(newest.messages[0]).toMatchObject({ ts: rootTs, replies: { count: 700 } })
    expect(numbers(newest.messages.slice(1))).toEqual(range(500, 699))
    expect(newest.older).toBe(tsOf(500))
    expect(newest).not.toHaveProperty('newer')
  })

  test('[ENV-12] has at most a megabyte, with the message itself', async () => {
    const { history, thread } = await createChannel(60, { text: 'x'.repeat(90_000) })
    const frame = await history({ around: tsOf(30) })
    expect(jsonBytes(frame)).toBeLessThan(maxPageBytes + 20_000)
    expect(numbers(frame.messages)).toEqual(range(24, 34))
    expect(frame).toMatchObject({ older: tsOf(24), newer: tsOf(34) })
    await expect(thread({ around: tsOf(30) })).resolves.toMatchObject({ messages: [] })
  })

  test('[PLA-1] is refused to whoever cannot see the channel, as if it did not exist', async () => {
    const { store, findPerson } = await createChannel(1)
    const [ben, ana] = [await findPerson('U0BEN'), await findPerson('U0ANA')]
    const stranger = { ...ana, teamId: 'T0OTHER' }
    for (const place of [{ before: tsOf(0) }, { after: '1000000000.000000' }, { around: rootTs }])
      for (const [viewer, channel] of [
        [ben, 'C0SECRET'],
        [ben, 'D0ANASCOUT'],
        [stranger, 'C0HELP'],
        [ana, 'C0NOWHERE'],
      ] as const) {
        const refused = { code: 'channel_not_found' }
        await expect(historyFrame(store.db, viewer, { channel, ...place })).rejects.toMatchObject(refused)
        await expect(threadFrame(store.db, viewer, { channel, thread_ts: rootTs, ...place })).rejects.toMatchObject(
          refused,
        )
      }
  })
})
