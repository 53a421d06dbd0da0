import { expect, test } from 'vitest'
import type { Store } from '#store/db'
import { createDueDeliveries } from '#testing/apps/dueDeliveries'
import { onBothDatabases } from '#testing/database/databases'
import { lastAttempt } from './deliveries.ts'
import { DeliveryLeases } from './leases.ts'

onBothDatabases('the leases of deliveries', (open) => {
  test('[NOD-4] what is held is not taken a second time', async () => {
    const { store, node, due } = await createDueDeliveries(open, { texts: ['one', 'two'] })
    const leases = new DeliveryLeases(store, node)
    const deliveries = await due()
    const take = async () => (await leases.take(deliveries)).map(({ event }) => event['text'])
    expect(await take()).toEqual(['one', 'two'])
    expect(await take()).toEqual([])
    leases.release(deliveries[0]!.event_id)
    expect(await take()).toEqual(['one'])
    await leases.giveBack(deliveries.slice(1))
    // It follows one of its channel that is held.
    expect(await take()).toEqual([])
    leases.release(deliveries[0]!.event_id)
    expect(await take()).toEqual(['one', 'two'])
  })

  test.each([0, lastAttempt])(
    '[NOD-5] what was taken again meanwhile is not given back while it is sent (attempt %i)',
    async (attempt) => {
      const { store, node, due, rows } = await createDueDeliveries(open, { attempt })
      if (store.db.cache.isSingleWriter) return // nothing is taken there
      let meanwhile = async () => {}
      const write: Store['write'] = async (work) => {
        const happen = meanwhile
        meanwhile = async () => {}
        await happen()
        return store.write(work)
      }
      const leases = new DeliveryLeases(Object.create(store, { write: { value: write } }), node)
      const deliveries = await due()
      const [taken] = await leases.take(deliveries)
      leases.release(taken!.event_id) // its row could not be changed

      meanwhile = async () => {
        if (attempt === 0) await leases.giveBack(deliveries)
        await leases.take(deliveries)
      }
      await leases.giveBackForgotten()
      const reason = attempt === 0 ? '' : 'connection_failed'
      expect(await rows()).toEqual([{ node: node.id, attempt, reason }])

      leases.release(taken!.event_id)
      await leases.giveBackForgotten()
      const next = Math.min(attempt + 1, lastAttempt)
      expect(await rows()).toEqual([{ node: null, attempt: next, reason: 'connection_failed' }])
    },
  )
})
