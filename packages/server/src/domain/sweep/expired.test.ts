import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { deleteExpiredAnswers } from '#domain/access/idempotency'
import { deleteOldOptions } from '#domain/interactions/offeredOptions'
import { deleteExpiredResponseUrls } from '#domain/interactions/responseUrls'
import { deleteExpiredEphemerals } from '#domain/messages/ephemeral'
import { forgetExpiredBrowsers } from '#domain/people/knownBrowsers'
import { deleteEndedConnections } from '#domain/people/presence'
import { endExpiredSessions } from '#domain/people/sessions'
import { deleteOldFailures } from '#domain/scheduled/sendDue'
import { deleteExpiredStatuses } from '#domain/threads/expiredStatuses'
import { deleteExpiredModals } from '#domain/views/expiredModals'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { onBothDatabases } from '#testing/database/databases'
import { batchSize } from './inBatches.ts'
import { sweepExpired } from './expired.ts'
import { Steps } from './steps.ts'

const person = { team_id: 'T1', user_id: 'U1' }
const author = { username: null, icon_emoji: null, icon_url: null }
const draft = { text: '', blocks: [], attachments: null, markdown: null, metadata: null }
const view = { type: 'modal', title: { type: 'plain_text', text: 'Title' }, blocks: [] } as const

type Removal = (tx: Tx) => Promise<number>
/** By table: what removes its old rows, and a row whose time is `at`. */
const removals: [keyof Tables, Removal, (id: string, at: number) => object][] = [
  [
    'answers',
    deleteExpiredAnswers,
    (key, at) => ({ team_id: 'T1', caller: 'c', method: 'm', key, given: '', answer: {}, at }),
  ],
  ['offered_options', deleteOldOptions, (element, at) => ({ ...person, element, options: [], at })],
  ['connections', deleteEndedConnections, (id, at) => ({ ...person, id, active_at: 1, kept_until: at })],
  ['known_browsers', forgetExpiredBrowsers, (hash, at) => ({ ...person, hash, expires_at: at })],
  ['sessions', endExpiredSessions, (hash, at) => ({ ...person, hash, created_at: 1, expires_at: at })],
  [
    'response_urls',
    deleteExpiredResponseUrls,
    (hash, at) => ({ ...person, hash, app_id: 'A1', channel_id: 'C1', uses: 0, expires_at: at }),
  ],
  [
    'ephemerals',
    deleteExpiredEphemerals,
    (ts, at) => ({ ...person, channel_id: 'C1', ts, for_user: 'U1', text: '', blocks: [], ...author, created_at: at }),
  ],
  [
    'statuses',
    deleteExpiredStatuses,
    (thread_ts, at) => ({
      ...person,
      ...author,
      channel_id: 'C1',
      thread_ts,
      app_id: 'A1',
      text: '',
      loading_messages: [],
      ends_at: at,
    }),
  ],
  [
    'views',
    deleteExpiredModals,
    (id, at) => ({ ...person, id, app_id: 'A1', root_id: id, depth: 0, page: null, hash: 'h', view, changed_at: at }),
  ],
  [
    'scheduled_messages',
    deleteOldFailures,
    (id, at) => ({
      ...person,
      id,
      channel_id: 'C1',
      kind: 'bot',
      post_at: 1,
      draft,
      created_at: 1,
      n: 1,
      failed_at: at,
    }),
  ],
]

onBothDatabases('what has expired', (open) => {
  test.each(removals)('is removed of %s batch by batch, and nothing else is', async (table, remove, row) => {
    const store = await open()
    const soon = store.db.clock.now() + 10_000
    const rows = Array.from({ length: 2 * batchSize + 50 }, (_, n) => row(`old ${n}`, 1))
    await store.write((tx) =>
      tx
        .insertInto(table)
        .values([...rows, row('young', soon)] as never)
        .execute(),
    )
    const left = async () =>
      (
        await store.db
          .selectFrom(table)
          .select('team_id' as never)
          .execute()
      ).length
    expect(await store.write(remove)).toBe(batchSize)
    expect(await left()).toBe(batchSize + 51)
    await sweepExpired(store)
    expect(await left()).toBe(1)
  })

  test('stays if it is renewed at that moment', async () => {
    const store = await open()
    const row = { ...person, id: 'browser', active_at: 1, kept_until: 1 }
    await store.write((tx) => tx.insertInto('connections').values(row).execute())
    const [renewed, removing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const renewing = store.write(async (tx) => {
      await tx
        .updateTable('connections')
        .set({ kept_until: tx.clock.now() + 10_000 })
        .execute()
      renewed.resolve()
      await removing.promise
    })
    await renewed.promise
    const removal = store.write(deleteEndedConnections)
    setTimeout(removing.resolve, 200)
    await renewing
    expect(await removal).toBe(0)
    expect(await store.db.selectFrom('connections').select('id').execute()).toHaveLength(1)
  })
})

test('what expires is removed although something else cannot be, and the error is thrown', async () => {
  const store = await openSqlite(':memory:')
  onTestFinished(() => store.close())
  const old = { team_id: 'T1', user_id: 'U1', at: 1, options: [] }
  const offered = store.db.selectFrom('offered_options').select('element')
  await store.write(async (tx) => {
    await sql`drop table statuses`.execute(tx)
    await tx
      .insertInto('offered_options')
      .values({ ...old, element: 'old' })
      .execute()
  })
  await expect(sweepExpired(store)).rejects.toThrow('statuses')
  expect(await offered.execute()).toEqual([])
})

test('[NOD-14] a step that does not reach the database ends the run, because the others would not reach it either', async () => {
  const steps = new Steps()
  await steps.run(() => Promise.reject(new Error('a mistake')))
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  await expect(steps.run(() => Promise.reject(away))).rejects.toBe(away)
  expect(() => steps.finish()).toThrow('a mistake')
})
