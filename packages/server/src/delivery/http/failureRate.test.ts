import { expect, test } from 'vitest'
import { turnClock } from '#domain/clock'
import { onBothDatabases } from '#testing/server/databases'
import { aScene } from '#testing/workspace/domain'
import { forgetRequests, isHopeless, noteRequest } from './failureRate.ts'

const minute = 60_000

test('[EVT-13] an app is hopeless when more than 95 of 100 requests of an hour failed, and there were a thousand', () => {
  const judged = (good: number, failed: number) => isHopeless({ requests: good + failed, failed }, 1000)
  expect(judged(0, 999)).toBe(false)
  expect(judged(0, 1000)).toBe(true)
  expect(judged(50, 950)).toBe(false)
  expect(judged(49, 951)).toBe(true)
})

onBothDatabases('[EVT-13] the requests of an hour', (open) => {
  async function anHour() {
    const { store } = await aScene(open)
    return {
      note: (failed: boolean, app = 'A0SCOUT') => store.write((tx) => noteRequest(tx, app, failed)),
      forget: () => store.write((tx) => forgetRequests(tx, 'A0SCOUT')),
      rows: () => store.db.selectFrom('app_requests').selectAll().execute(),
    }
  }

  test('are counted for each app, minute by minute, and those that are older do not count', async () => {
    const { note, rows } = await anHour()
    for (const failed of [true, true, false]) await note(failed)
    turnClock(minute)
    expect(await note(true)).toEqual({ requests: 4, failed: 3 })
    expect(await note(false, 'A0QUIET')).toEqual({ requests: 1, failed: 0 })
    turnClock(58 * minute)
    expect(await note(false)).toMatchObject({ requests: 5 })
    turnClock(2 * minute)
    expect(await note(false)).toEqual({ requests: 2, failed: 0 })
    expect(await rows()).toHaveLength(3)
  })

  test('are forgotten when it is switched off, and those from before a clock was put back', async () => {
    const { note, forget } = await anHour()
    await note(true)
    await forget()
    expect(await note(true)).toEqual({ requests: 1, failed: 1 })
    turnClock(-10 * minute)
    expect(await note(true)).toEqual({ requests: 1, failed: 1 })
  })
})
