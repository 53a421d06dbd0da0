import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listAppsWithDeliveries, listUnverifiedApps } from '#delivery/http/httpApps'
import { listAppsWithDueDeliveries, listDueDeliveries } from '#delivery/outbox/dueDeliveries'
import { Retention } from '#delivery/outbox/retention'
import { logEntry } from '#domain/log/entry'
import { ServerNode } from '#domain/nodes/serverNode'
import { listDuePushes } from '#domain/push/due'
import { createTrigger } from '#domain/views/triggers'
import type { Store } from '#store/db'
import { openSqlite } from '#store/sqlite/open'
import { Sweeps } from './sweeps.ts'

vi.mock(import('./runRepeatedly.ts'), async (original) => ({
  ...(await original()),
  /** Runs the job once, at once. */
  runRepeatedly: (job) => {
    const ran = Promise.resolve(job(new AbortController().signal))
    return async () => void (await ran)
  },
}))

/** What may be read whole, and why. */
const exceptions = [
  // The index holds only those that name an address and have passed no challenge.
  'SCAN apps USING INDEX apps_unverified',
  // An index would have to change with each message, and this runs once an hour.
  'SCAN channels',
  // Parts of an app's deliveries, of which each was found with an index.
  'SCAN d',
  'SCAN due',
  'SCAN oldest',
  // The index holds only those that are open.
  'SCAN streams USING INDEX open_streams',
  // Each app, or channel, of which something waits.
  'SCAN waiting',
]

test('[NOD-2] what is done again and again for all teams reads no whole table', async () => {
  const store = await openSqlite(':memory:')
  onTestFinished(() => store.close())
  const fail = (error: unknown) => expect.unreachable(String(error))
  const node = new ServerNode(store)
  const retention = new Retention(store, node, fail)
  // The first of all nodes extends all deliveries, once.
  await retention.start()
  await store.write(async (tx) => tx.work.log(logEntry('read', 'T1')))

  const preparing = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const sweeps = new Sweeps(store, node, retention, fail, fail)
  sweeps.start()
  await sweeps.stop()
  await listDuePushes(store.db, { sessions: [], people: [], origins: [] }, 1)
  await store.write((tx) => createTrigger(tx, { teamId: 'T1', appId: 'A1', userId: 'U1', page: null, viewId: null }))
  await listAppsWithDeliveries(store.db)
  await listUnverifiedApps(store.db)
  await listAppsWithDueDeliveries(store.db, ['A1'])
  await listDueDeliveries(store.db, 'A1', 1)
  // Behind as many as this, channels are looked at.
  await createDeliveries(store, 1000)
  expect(await listDueDeliveries(store.db, 'A1', 1, { exceptChannels: ['C1'] })).toEqual([])
  const statements = new Set(preparing.mock.calls.map(([statement]) => statement))
  preparing.mockRestore()

  const explaining = [...statements].map((each) =>
    sql.raw<{ detail: string }>(`explain query plan ${each}`).execute(store.db),
  )
  const steps = (await Promise.all(explaining)).flatMap(({ rows }) => rows.map(({ detail }) => detail))
  // An automatic index is made of a whole table, each time.
  const reads = steps.filter((step) => /^SCAN (?!\(subquery|CONSTANT ROW|\d+-ROW VALUES)|\bAUTOMATIC\b/.test(step))
  expect([...new Set(reads)].toSorted()).toEqual(exceptions)
  expect(steps.filter((step) => step.startsWith('SEARCH')).length).toBeGreaterThan(20)
})

function createDeliveries(store: Store, count: number): Promise<unknown> {
  const about = { app_id: 'A1', team_id: 'T1', channel_id: 'C1', ts: null, type: 'message', event: {} }
  const rows = Array.from({ length: count }, (_, seq) => {
    return {
      ...about,
      event_id: `Ev${seq}`,
      seq,
      at: 0,
      attempt: 0,
      reason: 'http_error' as const,
      due_at: 0,
      kept_until: 0,
    }
  })
  return store.write((tx) => tx.insertInto('deliveries').values(rows).execute())
}
