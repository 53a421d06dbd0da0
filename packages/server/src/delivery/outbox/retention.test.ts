import { afterAll, describe, expect, test, vi } from 'vitest'
import { databaseNow } from '#domain/nodes/living'
import { ServerNode } from '#domain/nodes/serverNode'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { Retention } from './retention.ts'

describe.skipIf(!postgres)('deliveries that waited while PostgreSQL was away', () => {
  const { open, close } = sharedSchema(postgres ?? '')
  afterAll(close)

  test.each([
    ['stay after an outage of over a minute', 75_000, 1],
    ['are not kept longer by one of half a minute', 30_000, 0],
  ])('[EVT-6] %s', async (_what, awayMs, left) => {
    const store = await open()
    const [node, other] = [new ServerNode(store), new ServerNode(store)]
    const retention = new Retention(store, node, (error) => expect.unreachable(String(error)))
    for (const each of [node, other]) await each.beat()
    await retention.start()
    await store.write((tx) =>
      tx
        .insertInto('deliveries')
        .values({ ...waiting, kept_until: 1 })
        .execute(),
    )

    // No node has said for so long that it lives.
    await store.write((tx) =>
      tx
        .updateTable('nodes')
        .set({ until: databaseNow(-awayMs) })
        .execute(),
    )
    await beatAfter(awayMs, node)
    await retention.sweep()
    await beatAfter(awayMs, other)
    expect([node.sweeps, other.sweeps]).toEqual([true, false])
    expect(await countDeliveries()).toBe(left)

    // Only the first sweep extends them.
    store.db.clock.advance(3_600_001)
    await retention.sweep()
    expect(await countDeliveries()).toBe(0)

    async function countDeliveries(): Promise<number> {
      return (await store.db.selectFrom('deliveries').select('event_id').execute()).length
    }
  })
})

/** A node looks at its own clock as it begins to say that it lives. */
async function beatAfter(passedMs: number, node: ServerNode): Promise<void> {
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + passedMs)
  const beaten = node.beat()
  clock.mockRestore()
  await beaten
}

const waiting = {
  event_id: 'Ev0WAITING',
  app_id: 'A0SCOUT',
  team_id: 'T0ACME',
  channel_id: 'C0HELP',
  ts: null,
  seq: 1,
  type: 'message',
  event: { type: 'message' },
  at: 0,
  attempt: 1,
  reason: 'timeout' as const,
  due_at: 0,
}
