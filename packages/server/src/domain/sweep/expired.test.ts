import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { sweepExpired } from './expired.ts'
import { Steps } from './steps.ts'

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
