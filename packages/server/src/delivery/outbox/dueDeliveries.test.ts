import { expect, test } from 'vitest'
import { createDueDeliveries } from '#testing/apps/dueDeliveries'
import { onBothDatabases } from '#testing/database/databases'
import { scheduleRetry } from './deliveries.ts'
import { listDueDeliveries } from './dueDeliveries.ts'

onBothDatabases('[EVT-12] due deliveries', (open) => {
  /** A server with these deliveries, Ev0 and so on, in this order. Finds two that are due. */
  async function createDeliveries(
    waiting: readonly { channel: string; dueIn: number; team?: string; failed?: true }[],
  ) {
    const { store } = await createDueDeliveries(open)
    const [row] = await store.db.selectFrom('deliveries').selectAll().execute()
    const now = store.db.clock.now()
    const isShared = !store.db.cache.isSingleWriter
    const rows = waiting.map(({ channel, dueIn, team = 'T0ACME', failed }, n) => {
      const key = { team_id: team, channel_id: channel, event_id: `Ev${n}`, seq: row!.seq + n }
      return { ...row!, ...key, due_at: Math.max(0, now + dueIn), ...(failed && isShared && { node: 'N1' }) }
    })
    await store.write(async (tx) => {
      await tx.deleteFrom('deliveries').execute()
      for (let n = 0; n < rows.length; n += 500)
        await tx
          .insertInto('deliveries')
          .values(rows.slice(n, n + 500))
          .execute()
    })
    for (const [n, { failed }] of waiting.entries())
      if (failed) await store.write((tx) => scheduleRetry(tx, { event_id: `Ev${n}`, attempt: 0 }, 'http_error', 'N1'))
    return async (exceptChannels?: string[]) => {
      const due = await listDueDeliveries(store.db, 'A0SCOUT', 2, exceptChannels ? { exceptChannels } : {})
      return due.map(({ event_id: id }) => id)
    }
  }
  const many = (dueIn: number) => Array.from({ length: 1500 }, () => ({ channel: 'C0MANY', dueIn }))

  test('are found behind very many of channels that are busy, the oldest of each channel', async () => {
    const find = await createDeliveries([
      ...many(-1000),
      { channel: 'C0LATER', dueIn: 60_000 },
      { channel: 'C0LATER', dueIn: 0 },
      { channel: 'C0LATER', dueIn: -500 },
      { channel: '', dueIn: 0 },
    ])
    expect(await find()).toEqual(['Ev0', 'Ev1'])
    expect(await find([])).toEqual(['Ev0', 'Ev1'])
    expect(await find(['C0MANY'])).toEqual(['Ev1501', 'Ev1503'])
    expect(await find(['C0MANY', 'C0LATER'])).toEqual(['Ev1503'])
    expect(await find(['C0MANY', 'C0LATER', ''])).toEqual([])
  })

  test('are found behind very many that wait', async () => {
    const find = await createDeliveries([...many(60_000), { channel: 'C0MANY', dueIn: 0 }, { channel: '', dueIn: -1 }])
    expect(await find([])).toEqual(['Ev1500', 'Ev1501'])
    expect(await find(['C0MANY'])).toEqual(['Ev1501'])
  })

  test('are found behind very many of a team that has removed the app', async () => {
    const gone = many(0).map((each) => ({ ...each, team: 'T0GONE' }))
    const find = await createDeliveries([...gone, { channel: 'C0LATER', dueIn: 0 }, { channel: 'C0LATER', dueIn: 0 }])
    // Only the oldest of each channel.
    expect(await find([])).toEqual(['Ev1500'])
    expect(await find(['C0LATER'])).toEqual([])
  })

  test('that are repeated at once come before those that followed, also behind very many that wait', async () => {
    const find = await createDeliveries([
      ...many(60_000),
      { channel: 'C0LATER', dueIn: -1, failed: true },
      { channel: 'C0LATER', dueIn: -Infinity },
      ...many(-Infinity),
    ])
    expect((await find([]))[0]).toEqual('Ev1500')
  })
})
