import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme, dm } from '#testing/workspace/domain'
import { describeChannelsAhead } from './aheadOfClock.ts'
import { nextTs } from './ts.ts'

const hour = 3_600_000

onBothDatabases('[FLT-7] channels ahead of the clock', (open) => {
  test('are named with the time that they have reached', async () => {
    const { store } = await loadAcme(open)
    expect(await describeChannelsAhead(store.db)).toBeUndefined()
    store.db.clock.advance(1000 * 24 * hour)
    await store.write((tx) => nextTs(tx, dm.team_id, dm.id))
    expect(await describeChannelsAhead(store.db)).toBeUndefined()
    store.db.clock.advance(-1000 * 24 * hour)
    const year = new Date(store.db.clock.now() + 1000 * 24 * hour).getUTCFullYear()
    expect(await describeChannelsAhead(store.db)).toMatch(
      new RegExp(`messages in ${dm.team_id}/${dm.id} are from times up to ${year}-`),
    )
  })
})
