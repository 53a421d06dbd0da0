import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { clearRequestCounts, isFailing, countRequest } from './failureRate.ts'

const minute = 60_000

test('[EVT-13] an app is failing if more than 95 % of at least a thousand requests in an hour failed', () => {
  const judged = (good: number, failed: number) => isFailing({ requests: good + failed, failed }, 1000)
  expect(judged(0, 999)).toBe(false)
  expect(judged(0, 1000)).toBe(true)
  expect(judged(50, 950)).toBe(false)
  expect(judged(49, 951)).toBe(true)
})

onBothDatabases('[EVT-13] the requests of an hour', (open) => {
  async function createCounter() {
    const { store } = await loadAcme(open)
    return {
      clock: store.db.clock,
      note: (failed: boolean, app = 'A0SCOUT') => store.write((tx) => countRequest(tx, app, failed)),
      forget: () => store.write((tx) => clearRequestCounts(tx, 'A0SCOUT')),
      rows: () => store.db.selectFrom('app_requests').selectAll().execute(),
    }
  }

  test('are counted per app and minute, and older ones do not count', async () => {
    const { clock, note, rows } = await createCounter()
    for (const failed of [true, true, false]) await note(failed)
    clock.advance(minute)
    expect(await note(true)).toEqual({ requests: 4, failed: 3 })
    expect(await note(false, 'A0QUIET')).toEqual({ requests: 1, failed: 0 })
    clock.advance(58 * minute)
    expect(await note(false)).toMatchObject({ requests: 5 })
    clock.advance(2 * minute)
    expect(await note(false)).toEqual({ requests: 2, failed: 0 })
    expect(await rows()).toHaveLength(3)
  })

  test('are cleared when events are switched off or the clock is set back', async () => {
    const { clock, note, forget } = await createCounter()
    await note(true)
    await forget()
    expect(await note(true)).toEqual({ requests: 1, failed: 1 })
    clock.advance(-10 * minute)
    expect(await note(true)).toEqual({ requests: 1, failed: 1 })
  })
})
