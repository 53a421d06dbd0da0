import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { sendMessage } from '#domain/people/messages/send'
import { countMessage } from './limits.ts'

onBothDatabases('the message limit', (open) => {
  test('of a team counts everyone in it, and says when the next message may follow [ORD 19]', async () => {
    const { store, findCaller, findPerson } = await loadAcme(open)
    const [scout, bea] = [await findCaller('xoxb-busy-scout'), await findPerson('U0BUSY', 'T0BUSY')]
    await store.write((tx) => countMessage(tx, scout, 'T0BUSY'))
    await store.write((tx) => sendMessage(tx, bea, { channelId: 'C0BUSY', text: 'a' }))
    await store.write((tx) => countMessage(tx, scout, 'T0BUSY'))
    await expect(store.write((tx) => countMessage(tx, scout, 'T0BUSY'))).rejects.toMatchObject({
      code: 'message_limit_exceeded',
      detail: expect.stringMatching(/try again in (59|60) s/),
    })
    await expect(store.write((tx) => sendMessage(tx, bea, { channelId: 'C0BUSY', text: 'b' }))).rejects.toMatchObject({
      code: 'message_limit_exceeded',
    })
    store.db.clock.advance(60_000)
    await store.write((tx) => countMessage(tx, scout, 'T0BUSY'))
  })

  test('of an app counts that app alone', async () => {
    const { store, findCaller, findPerson } = await loadAcme(open)
    const [scout, cho] = [await findCaller('xoxb-chatty-scout'), await findPerson('U0CHATTY', 'T0CHATTY')]
    for (let i = 0; i < 3; i++) await store.write((tx) => countMessage(tx, scout, 'T0CHATTY'))
    await expect(store.write((tx) => countMessage(tx, scout, 'T0CHATTY'))).rejects.toMatchObject({
      code: 'rate_limited',
    })
    await store.write((tx) => countMessage(tx, cho, 'T0CHATTY'))
  })

  test('does not count a message whose write failed', async () => {
    const { store, findCaller } = await loadAcme(open)
    const scout = await findCaller('xoxb-busy-scout')
    for (let i = 0; i < 5; i++) {
      const failing = store.write(async (tx) => {
        await countMessage(tx, scout, 'T0BUSY')
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
    }
    for (let i = 0; i < 3; i++) await store.write((tx) => countMessage(tx, scout, 'T0BUSY'))
  })

  test('counts nothing if there is no limit', async () => {
    const { store, findCaller } = await loadAcme(open)
    const scout = await findCaller('xoxb-acme-scout')
    await Promise.all(Array.from({ length: 50 }, () => store.write((tx) => countMessage(tx, scout, 'T0ACME'))))
    expect(await store.db.selectFrom('log').selectAll().execute()).toEqual([])
  })
})
