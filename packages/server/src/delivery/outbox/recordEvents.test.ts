import { describe, expect, onTestFinished, test } from 'vitest'
import { findChannel } from '#domain/channels/find'
import { kickMember } from '#domain/channels/membership/leave'
import { addMembers } from '#domain/channels/membership/members'
import { Clock } from '#store/clock'
import type { Store } from '#store/db'
import { createSubscribedApp, recordNext } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { postgresStorage } from '#testing/model/storage'

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

describe.skipIf(!postgres)('[EVT-4] a process that has not heard yet that another one', () => {
  test('has taken an app out of a channel records nothing more for it', async () => {
    const { as, sendAsAna, recordElsewhere } = await withAnotherProcess()
    await as('U0ANA', (tx, ana) => kickMember(tx, ana, 'C0HELP', 'U0SCOUT'))
    await sendAsAna('C0HELP', 'Not for apps')
    expect(await recordElsewhere()).not.toContain('message')
  })

  test('has put an app into a channel records what it is told there', async () => {
    const { store, sendAsAna, recordElsewhere } = await withAnotherProcess()
    await store.write(async (tx) => {
      const channel = await findChannel(tx, 'T0ACME', 'C0NOBOT')
      if (channel) await addMembers(tx, channel, ['U0SCOUT'], 'U0ANA')
    })
    await sendAsAna('C0NOBOT', '<@U0SCOUT> hello')
    expect(await recordElsewhere()).toEqual(expect.arrayContaining(['app_mention', 'member_joined_channel', 'message']))
  })

  /** Another process remembers the channels, and records before it looks at what others have changed. */
  async function withAnotherProcess() {
    const storage = postgresStorage(postgres ?? '')
    const open = async (node: number): Promise<Store> => {
      const store = await storage.open(new Clock(undefined, { follows: false }), node)
      onTestFinished(() => store.close())
      return store
    }
    const workspace = await createSubscribedApp(() => open(0))
    const other = await open(1)
    for (const id of ['C0HELP', 'C0NOBOT']) await other.write((tx) => findChannel(tx, 'T0ACME', id))
    return { ...workspace, recordElsewhere }

    async function recordElsewhere(): Promise<string[]> {
      // Who hears of it meanwhile does not belong to the write.
      const reading: Promise<unknown>[] = []
      other.onMoved = () => reading.push(other.db.selectFrom('log').select('seq').execute())
      await recordNext(other, 'T0ACME')
      await Promise.all(reading)
      const rows = await other.db.selectFrom('deliveries').select('type').execute()
      return rows.map(({ type }) => type)
    }
  }
})
