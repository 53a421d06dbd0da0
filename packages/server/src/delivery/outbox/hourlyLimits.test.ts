import { expect, test } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { sendMessage } from '#domain/people/messages/send'
import { scoutFile } from '#testing/workspace/scout'
import { createWorkspace } from '#testing/workspace/workspace'
import { toEventPayload } from './eventPayload.ts'
import { listDueDeliveries } from './dueDeliveries.ts'
import { recordEvents } from './recordEvents.ts'

async function startSubscriber(given: Parameters<typeof scoutFile>[0]) {
  const { store } = await createWorkspace({ file: scoutFile({ events: ['message.channels'], ...given }) })
  return {
    clock: store.db.clock,
    said: async (...texts: string[]) => {
      for (const text of texts)
        await store.write(async (tx) =>
          sendMessage(tx, (await findPersonCaller(tx, 'T0ACME', 'U0ANA'))!, { channelId: 'C0HELP', text }),
        )
      while (await store.write((tx) => recordEvents(tx, 'T0ACME', { maxPerHour: 3 })));
      const due = await listDueDeliveries(store.db, 'A0SCOUT', 100)
      await store.write((tx) => tx.deleteFrom('deliveries').execute())
      return due
    },
  }
}

test('[EVT-14] over HTTP the events of an hour are limited, whoever records them, and the app gets one event for each minute over the limit', async () => {
  const { clock, said } = await startSubscriber({ requestUrl: 'http://127.0.0.1/' })
  const first = await said('1', '2', '3', '4', '5')
  expect(first.map(({ event }) => event['text'])).toEqual(['1', '2', '3', undefined])
  const minute = Math.floor(clock.now() / 60_000) * 60
  expect(toEventPayload(first.at(-1)!)).toEqual({
    token: expect.stringMatching(/^\w{24}$/),
    type: 'app_rate_limited',
    team_id: 'T0ACME',
    minute_rate_limited: minute,
    api_app_id: 'A0SCOUT',
  })
  expect(await said('6')).toEqual([])
  clock.advance(60_000)
  expect((await said('7', '8')).map(({ event }) => event['minute_rate_limited'])).toEqual([minute + 60])
  clock.advance(3_600_000)
  expect((await said('9')).map(({ event }) => event['text'])).toEqual(['9'])
})

test('[EVT-14] over Socket Mode there is no limit', async () => {
  const { said } = await startSubscriber({})
  expect(await said('1', '2', '3', '4', '5')).toHaveLength(5)
})
