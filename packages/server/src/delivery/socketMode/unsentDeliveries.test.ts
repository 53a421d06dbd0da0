import { expect, test } from 'vitest'
import { DeliveryLeases } from '#delivery/outbox/leases'
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
})
