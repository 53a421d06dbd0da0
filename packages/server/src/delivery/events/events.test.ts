import { describe, expect, test } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { toggleReaction } from '#domain/people/react'
import { createSubscribedApp, recordNext } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { everyEvent } from '#testing/workspace/scout'

const root = { channel: 'C0HELP', thread_ts: '1767225600.000100' }

onBothDatabases('events for apps', (open) => {
  test('reactions added and removed', async () => {
    const { store, takeEvents } = await createSubscribedApp(open)
    const reacting = { channelId: 'C0HELP', ts: root.thread_ts, name: 'thumbsup' }
    for (const wanted of [true, false])
      await store.write(async (tx) =>
        toggleReaction(tx, (await findPersonCaller(tx, 'T0ACME', 'U0ANA'))!, { ...reacting, wanted }),
      )
    const item = { type: 'message', channel: 'C0HELP', ts: root.thread_ts }
    const both = { user: 'U0ANA', reaction: '+1', item_user: 'U0BEN', item, event_ts: expect.any(String) }
    expect(await takeEvents()).toEqual([
      { type: 'reaction_added', ...both },
      { type: 'reaction_removed', ...both },
    ])
  })

  describe('[EVT-1, EVT-2] are sent only to apps that', () => {
    test.each([
      ['subscribe to them', { events: everyEvent.filter((event) => event !== 'message.channels') }],
      ['have the scope', { scopes: ['groups:history', 'im:history'] }],
      ['are connected over Socket Mode', { socketMode: false }],
      ['are not removed', { removed: true }],
      ['have a token that holds', { revoked: true }],
    ])('%s', async (_which, given) => {
      const { sendAsAna, takeDeliveries } = await createSubscribedApp(open, given)
      await sendAsAna('C0HELP', 'Hm')
      expect(await takeDeliveries()).toEqual([])
    })

    test('are in the channel and not blocked there', async () => {
      const { store, sendAsAna, takeDeliveries } = await createSubscribedApp(open)
      await sendAsAna('C0NOBOT', 'No bots')
      await sendAsAna('C0SECRET', 'Private')
      expect(await takeDeliveries()).toEqual([])
      await store.write((tx) =>
        tx
          .updateTable('channels')
          .set({ blocked_apps: ['A0SCOUT'] })
          .where('id', '=', 'C0HELP')
          .execute(),
      )
      store.db.cache.clear()
      await sendAsAna('C0HELP', 'Blocked')
      expect(await takeDeliveries()).toEqual([])
    })
  })

  test('[EVT-4] each event is recorded once, even if two recorders run at once', async () => {
    const { sendAsAna, store } = await createSubscribedApp(open)
    for (let i = 0; i < 5; i++) await sendAsAna('C0HELP', `Message ${i}`)
    const record = () => recordNext(store, 'T0ACME')
    await Promise.all([record(), record()])
    const rows = await store.db.selectFrom('deliveries').select('event').orderBy('seq').execute()
    expect(rows.map(({ event }) => event['text'])).toEqual(Array.from({ length: 5 }, (_, i) => `Message ${i}`))
    expect(await store.db.selectFrom('log').select('seq').where('change', 'is not', null).execute()).toEqual([])
  })
})
