import { describe, expect, test } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { createDueDeliveries } from '#testing/apps/dueDeliveries'
import type { AppSocket } from './appSocket.ts'
import { SentDeliveries } from './sentDeliveries.ts'

const longText = 'x'.repeat(1000)

describe('an envelope whose attempt has failed', () => {
  test('[EVT-6] can be acknowledged for ten minutes, for which its event is not kept', async () => {
    const { sent, delivery, send } = await createSent()
    send('in time')
    expect(sent.acknowledge('A0SCOUT', 'in time')?.delivery).toBe(delivery)

    sent.remove(send('late'))
    const late = sent.acknowledge('A0SCOUT', 'late')?.delivery
    const { event_id, app_id, team_id, channel_id } = delivery
    expect(late).toMatchObject({ event_id, app_id, team_id, channel_id })
    expect(JSON.stringify(late)).not.toContain(longText)
  })

  test('[DEV-2] keeps its event for the journal', async () => {
    const { sent, delivery, send } = await createSent()
    sent.keepsEvents = true
    sent.remove(send('late'))
    expect(sent.acknowledge('A0SCOUT', 'late')?.delivery).toEqual(delivery)
  })
})

async function createSent() {
  const { due } = await createDueDeliveries(() => openSqlite(':memory:'), { texts: [longText] })
  const [delivery] = await due()
  const sent = new SentDeliveries()
  const socket = { unacknowledged: 0 } as AppSocket
  return { sent, delivery: delivery!, send }

  function send(envelopeId: string) {
    const one = { delivery: delivery!, socket, envelopeId, at: 0 }
    sent.add(one)
    return one
  }
}
