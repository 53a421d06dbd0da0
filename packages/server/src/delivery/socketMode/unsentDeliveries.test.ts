import { expect, test } from 'vitest'
import type { Delivery } from '#delivery/outbox/dueDeliveries'
import { DeliveryLeases } from '#delivery/outbox/leases'
import type { Db } from '#store/db'
import { createDueDeliveries } from '#testing/apps/dueDeliveries'
import { onBothDatabases } from '#testing/database/databases'
import type { AppSocket } from './appSocket.ts'
import { SentDeliveries } from './sentDeliveries.ts'
import { UnsentDeliveries } from './unsentDeliveries.ts'

onBothDatabases('deliveries that are not sent', (open) => {
  test('[NOD-4] go back if another cannot be sent because of an error', async () => {
    const { store, node, rows } = await createDueDeliveries(open, { texts: ['1', '2', '3', '4'] })
    const sent = new SentDeliveries()
    const unsent = new UnsentDeliveries(store, node, new DeliveryLeases(store, node), sent)
    const socket = { unacknowledged: 0 } as AppSocket
    let sends = 0
    const taking = unsent.take('A0SCOUT', 10, (delivery) => {
      sent.add({ delivery, socket, envelopeId: delivery.event_id, at: 0 })
      if (++sends === 2) throw new Error('It does not like this one.')
      return true
    })
    await expect(taking).rejects.toThrow('this one')
    if (!store.db.cache.isSingleWriter)
      // The one that failed has an envelope, which may have arrived, and which is not acknowledged in time.
      expect((await rows()).map((row) => row.node)).toEqual([node.id, node.id, null, null])

    const texts: unknown[] = []
    await unsent.take('A0SCOUT', 10, ({ event, attempt }) => texts.push(event['text'], attempt) > 0)
    expect(texts).toEqual(['3', 0, '4', 0])
  })

  test('[EVT-6] are not sent again while a late acknowledgement is written', async () => {
    const { store, node, due } = await createDueDeliveries(open)
    const unsent = new UnsentDeliveries(store, node, new DeliveryLeases(store, node), new SentDeliveries())
    const [one] = await due()
    const acknowledging = Promise.withResolvers<void>()
    const timedOut = unsent.update(one!, async () => {})
    const acknowledged = unsent.update(one!, () => acknowledging.promise)
    await timedOut
    const sent: Delivery[] = []
    const take = () => unsent.take('A0SCOUT', 1, (delivery) => sent.push(delivery) > 0)
    await take()
    expect(sent).toEqual([])
    acknowledging.resolve()
    await acknowledged
    await take()
    expect(sent).toHaveLength(1)
  })

  test('[NOD-4] are not taken from whom holds them by a late acknowledgement', async () => {
    const { store, node, due } = await createDueDeliveries(open)
    const leases = new DeliveryLeases(store, node)
    const unsent = new UnsentDeliveries(store, node, leases, new SentDeliveries())
    const [held] = await leases.take(await due())
    await unsent.update(held!, async () => {})
    expect(await leases.take(await due())).toEqual([])
  })

  test('[NOD-4] wait for an earlier one of their channel that is on its way over HTTP', async () => {
    const { store, node, due } = await createDueDeliveries(open, { texts: ['1', '2'] })
    const leases = new DeliveryLeases(store, node)
    const unsent = new UnsentDeliveries(store, node, leases, new SentDeliveries())
    const [first] = await due()
    const [posted] = await leases.take([first!])
    const texts: unknown[] = []
    const take = () => unsent.take('A0SCOUT', 10, ({ event }) => texts.push(event['text']) > 0)
    await take()
    expect(texts).toEqual([])
    leases.release(posted!.event_id)
    await take()
    expect(texts).toEqual(['1', '2'])
  })

  test('[EVT-7] are read without those that other apps have on their way', async () => {
    const { store, node, due } = await createDueDeliveries(open, { texts: ['1', '2', '3', '4', '5', '6'] })
    const [one] = await due()
    const reads: number[] = []
    const watched = Object.create(store, { db: { value: noting(store.db, reads) } })
    const sent = new SentDeliveries()
    const unsent = new UnsentDeliveries(watched, node, new DeliveryLeases(store, node), sent)
    const socket = { unacknowledged: 0 } as AppSocket
    const send = (delivery: Delivery) => {
      sent.add({ delivery, socket, envelopeId: delivery.event_id, at: 0 })
      return true
    }
    for (const event_id of ['Ev1', 'Ev2', 'Ev3']) send({ ...one!, app_id: 'A0QUIET', event_id })
    const changing = Promise.withResolvers<void>()
    const other = unsent.update({ ...one!, app_id: 'A0QUIET', event_id: 'Ev4' }, () => changing.promise)

    expect(await unsent.take('A0SCOUT', 1, send)).toBe('more')
    expect(await unsent.take('A0SCOUT', 1, send)).toBe('more')
    const own = unsent.update(one!, () => changing.promise)
    sent.acknowledge('A0SCOUT', one!.event_id)
    expect(await unsent.take('A0SCOUT', 1, send)).toBe('more')
    expect(reads).toEqual([1, 2, 3])
    changing.resolve()
    await Promise.all([other, own])
  })
})

/** Notes how many deliveries are read each time. */
function noting(db: Db, reads: number[]): Db {
  const ofDeliveries = new WeakSet<object>()
  const { cache, clock, secrets } = db
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('"name":"signing_secret"')) ofDeliveries.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (ofDeliveries.has(queryId)) reads.push(result.rows.length)
      return result
    },
  })
  return Object.assign(watched, { cache, clock, secrets })
}
