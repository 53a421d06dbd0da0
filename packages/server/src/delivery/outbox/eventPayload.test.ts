import { expect, test } from 'vitest'
import { recordNext, createSubscribedApp } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { listDueDeliveries } from './dueDeliveries.ts'
import { toEventPayload } from './eventPayload.ts'

onBothDatabases('the payload of an event', (open) => {
  test.each([
    ['C0PARTNER', true],
    ['C0HELP', false],
  ])('[ROM-15] says whether its channel is shared with other teams: %s', async (channel, isShared) => {
    const { store, sendAsAna } = await createSubscribedApp(open, { events: ['message.channels'] })
    await sendAsAna(channel, 'Hello')
    while ((await recordNext(store, 'T0ACME')) === 'more');
    const due = await listDueDeliveries(store.db, 'A0SCOUT', 10)
    expect(due.map(toEventPayload)).toMatchObject([{ event: { channel }, is_ext_shared_channel: isShared }])
  })
})
