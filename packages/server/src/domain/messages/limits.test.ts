import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/server/databases'
import { aScene } from '#testing/workspace/domain'
import { turnClock } from '#domain/clock'
import { say } from '#domain/people/actions'
import { takeMessage } from './limits.ts'

onBothDatabases('the message limit', (open) => {
  test('of a team counts everyone in it, and says when the next may come [ORD 19]', async () => {
    const { store, callerOf, person } = await aScene(open)
    const [scout, bea] = [await callerOf('xoxb-busy-scout'), await person('U0BUSY', 'T0BUSY')]
    await store.write((tx) => takeMessage(tx, scout, 'T0BUSY'))
    await store.write((tx) => say(tx, bea, { channelId: 'C0BUSY', text: 'a' }))
    await store.write((tx) => takeMessage(tx, scout, 'T0BUSY'))
    await expect(store.write((tx) => takeMessage(tx, scout, 'T0BUSY'))).rejects.toMatchObject({
      code: 'message_limit_exceeded',
      detail: expect.stringMatching(/try again in (59|60) s/),
    })
    await expect(store.write((tx) => say(tx, bea, { channelId: 'C0BUSY', text: 'b' }))).rejects.toMatchObject({
      code: 'message_limit_exceeded',
    })
    turnClock(60_000)
    await store.write((tx) => takeMessage(tx, scout, 'T0BUSY'))
  })

  test('of an app counts that app alone', async () => {
    const { store, callerOf, person } = await aScene(open)
    const [scout, cho] = [await callerOf('xoxb-chatty-scout'), await person('U0CHATTY', 'T0CHATTY')]
    for (let i = 0; i < 3; i++) await store.write((tx) => takeMessage(tx, scout, 'T0CHATTY'))
    await expect(store.write((tx) => takeMessage(tx, scout, 'T0CHATTY'))).rejects.toMatchObject({
      code: 'rate_limited',
    })
    await store.write((tx) => takeMessage(tx, cho, 'T0CHATTY'))
  })

  test('does not count a message that was not written after all', async () => {
    const { store, callerOf } = await aScene(open)
    const scout = await callerOf('xoxb-busy-scout')
    for (let i = 0; i < 5; i++) {
      const failing = store.write(async (tx) => {
        await takeMessage(tx, scout, 'T0BUSY')
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
    }
    for (let i = 0; i < 3; i++) await store.write((tx) => takeMessage(tx, scout, 'T0BUSY'))
  })

  test('counts nothing where there is none', async () => {
    const { store, callerOf } = await aScene(open)
    const scout = await callerOf('xoxb-acme-scout')
    await Promise.all(Array.from({ length: 50 }, () => store.write((tx) => takeMessage(tx, scout, 'T0ACME'))))
    expect(await store.db.selectFrom('log').selectAll().execute()).toEqual([])
  })
})
