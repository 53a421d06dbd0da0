import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { inBatches } from '#domain/batches'
import { onBothDatabases, sharedSchema } from '#testing/database/databases'
import { askedForEachRow, plansInLittleMemory } from '#testing/database/plans'
import { postgres } from '#testing/database/postgres'
import { dm, loadAcme } from '#testing/workspace/domain'
import type { Store } from '#store/db'
import { listConversations } from './conversations.ts'

onBothDatabases('[AGT-1] the search among conversations with an app', (open) => {
  test('finds them by their titles, and by what was written in them', async () => {
    const { store, findPerson } = await loadAcme(open)
    const ana = await findPerson('U0ANA')
    await fill(store, 30)
    await store.db
      .insertInto('threads')
      .values({ ...key, thread_ts: '1800000010.000100', title: 'Message to the printer' })
      .execute()
    const find = async (text: string) =>
      (await listConversations(store.db, ana, { channelId: dm.id, text })).conversations.map(({ ts }) => ts)
    expect(await find('printer')).toEqual(['1800000010.000100'])
    expect(await find('message 20')).toEqual(['1800000020.000100'])
    expect(await find('message 29')).toEqual(['1800000020.000100'])
    expect(await find('MESSAGE')).toEqual(['1800000020.000100', '1800000010.000100', '1800000000.000100'])
    expect(await find('nothing')).toEqual([])
  })
})

const key = { team_id: dm.team_id, channel_id: dm.id }

const schema = postgres === undefined ? undefined : sharedSchema(postgres)
afterAll(() => schema?.close())

test.skipIf(!schema)('on PostgreSQL, what was written is not read again for each conversation', async () => {
  const { store, findPerson } = await loadAcme(schema!.open)
  const ana = await findPerson('U0ANA')
  await fill(store, 5000)
  await sql`analyze messages`.execute(store.db)
  const plans = await plansInLittleMemory(store, (db) =>
    listConversations(db, ana, { channelId: dm.id, text: 'message' }),
  )
  const [search, ...others] = plans.filter((plan) => plan.includes('~~'))
  expect(others).toEqual([])
  expect(search).not.toMatch(askedForEachRow)
})

/** Conversations of ten messages each. */
async function fill(store: Store, count: number): Promise<void> {
  const tsOf = (n: number) => `${1_800_000_000 + n}.000100`
  const rest = { ...key, user_id: 'U0ANA', blocks: [], locked: false, deleted: false, created_at: 1 }
  const rows = Array.from({ length: count }, (_, n) => ({
    ...rest,
    ts: tsOf(n),
    thread_ts: n % 10 === 0 ? null : tsOf(n - (n % 10)),
    text: `This is message ${n}`,
  }))
  for (const some of inBatches(rows)) await store.db.insertInto('messages').values(some).execute()
}
