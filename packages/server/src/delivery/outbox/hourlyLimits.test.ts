import { expect, test } from 'vitest'
import { now, turnClock } from '#domain/clock'
import { personCaller, say } from '#domain/people/actions'
import { socketApp } from '#testing/workspace/scout'
import { aWorkspace } from '#testing/workspace/workspace'
import { EventLimits } from './hourlyLimits.ts'
import { callbackOf, dueFor } from './deliveries.ts'
import { recordEvents } from './recordEvents.ts'

async function aListener(given: Parameters<typeof socketApp>[0]) {
  const { store } = await aWorkspace({ file: socketApp({ events: ['message.channels'], ...given }) })
  const limits = new EventLimits(3)
  return {
    said: async (...texts: string[]) => {
      for (const text of texts)
        await store.write(async (tx) =>
          say(tx, (await personCaller(tx, 'T0ACME', 'U0ANA'))!, { channelId: 'C0HELP', text }),
        )
      while (await store.write((tx) => recordEvents(tx, limits)));
      const due = await dueFor(store.db, 'A0SCOUT', 100)
      await store.write((tx) => tx.deleteFrom('deliveries').execute())
      return due
    },
  }
}

test('[EVT-14] by HTTP an app is told of so many events an hour, and of each minute in which there were more', async () => {
  const { said } = await aListener({ requestUrl: 'http://127.0.0.1/' })
  const first = await said('1', '2', '3', '4', '5')
  expect(first.map(({ event }) => event['text'])).toEqual(['1', '2', '3', undefined])
  const minute = Math.floor(now() / 60_000) * 60
  expect(callbackOf(first.at(-1)!)).toEqual({
    token: expect.stringMatching(/^\w{24}$/),
    type: 'app_rate_limited',
    team_id: 'T0ACME',
    minute_rate_limited: minute,
    api_app_id: 'A0SCOUT',
  })
  expect(await said('6')).toEqual([])
  turnClock(60_000)
  expect((await said('7', '8')).map(({ event }) => event['minute_rate_limited'])).toEqual([minute + 60])
  turnClock(3_600_000)
  expect((await said('9')).map(({ event }) => event['text'])).toEqual(['9'])
})

test('[EVT-14] over Socket Mode there is no limit', async () => {
  const { said } = await aListener({})
  expect(await said('1', '2', '3', '4', '5')).toHaveLength(5)
})
