import { expect, test } from 'vitest'
import { createSubscribedApp, recordNext } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'

onBothDatabases('recording events', (open) => {
  test('[EVT-6] long messages are recorded a million characters at a time, each once and in order', async () => {
    const { store, sendAsAna, takeEvents } = await createSubscribedApp(open, { events: ['message.channels'] })
    const texts = Array.from({ length: 120 }, (_, i) => `${i} ${'x'.repeat(10_000)}`)
    for (const text of texts) await sendAsAna('C0HELP', text)
    const record = () => recordNext(store, 'T0ACME', { longestMs: Infinity })
    const recorded = async () => (await store.db.selectFrom('deliveries').select('event_id').execute()).length

    expect(await record()).toBe('more')
    expect(await recorded()).toBe(100)
    expect(await record()).toBeUndefined()
    expect(await recorded()).toBe(120)
    expect((await takeEvents()).map(({ text }) => text)).toEqual(texts)
  })

  test('[NOD-14] a process whose database is far records a few, and then others may go on', async () => {
    const { store, sendAsAna, takeEvents } = await createSubscribedApp(open, { events: ['message.channels'] })
    const texts = Array.from({ length: 45 }, (_, i) => `${i}`)
    for (const text of texts) await sendAsAna('C0HELP', text)
    const recorded = async () => (await store.db.selectFrom('deliveries').select('event_id').execute()).length

    expect(await recordNext(store, 'T0ACME', { longestMs: 0 })).toBe('more')
    expect(await recorded()).toBe(store.db.cache.isSingleWriter ? 1 : 20)
    expect((await takeEvents()).map(({ text }) => text)).toEqual(texts)
  })
})
