import { expect, onTestFinished, test } from 'vitest'
import { saveApp } from '#domain/apps/manage'
import { findPersonCaller } from '#domain/people/personCaller'
import { sendMessage as speak } from '#domain/people/messages/send'
import type { Tx } from '#store/db'
import { subscribedEvents as events, waitForQuiet } from '#testing/apps/httpAppServer'
import { createTempDirectory } from '#testing/database/databases'
import { startHttpApp } from '#testing/apps/httpApp'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'
import { createWorkspace } from '#testing/workspace/workspace'
import { stopClock } from '#testing/workspace/stopClock'
import { AppHttpClient } from './appHttpClient.ts'
import { HttpEvents } from './httpEvents.ts'
import { ServerNode } from '#domain/nodes/serverNode'
import { DeliveryLeases } from '#delivery/outbox/leases'
import { recordEvents } from '#delivery/outbox/recordEvents'

test('[EVT-13] events are switched off if nearly all requests fail, and on again by installing the app', async () => {
  const app = await startHttpApp()
  const file = scoutFile({ events, requestUrl: app.url })
  const { store } = await createWorkspace({ file })
  const reports: string[] = []
  const node = new ServerNode(store)
  const http = new HttpEvents(
    store,
    node,
    new DeliveryLeases(store, node),
    new AppHttpClient(store.db.clock, ['loopback']),
    (error) => reports.push(String(error)),
    40,
  )
  onTestFinished(() => http.stop())
  await http.start()
  http.onAttempt = ({ attempt, outcome }) => reports.push(`${attempt} ${outcome}`)
  const deliveries = store.db.selectFrom('deliveries').selectAll()
  const say = async (text: string, times = 1) => {
    await store.write(async (tx) => {
      const ana = (await findPersonCaller(tx, 'T0ACME', 'U0ANA'))!
      for (let i = 0; i < times; i++) await speak(tx, ana, { channelId: 'C0HELP', text })
    })
    while (await store.write((tx) => recordEvents(tx, 'T0ACME')));
    http.wake()
  }
  await say('fine', 2)
  await expect.poll(app.messageTexts).toEqual(['fine', 'fine'])
  app.answerWith((response) => response.writeHead(500).end())
  await say('Hm', 30)
  await expect.poll(() => reports.at(-1)).toMatch(/switched_off/)
  expect(await deliveries.execute()).toEqual([])

  const asked = app.events().length
  expect(asked).toBe(41)
  await say('Nobody is told')
  await waitForQuiet()
  expect([app.events().length, await deliveries.execute()]).toEqual([asked, []])
  const messages = store.db.selectFrom('messages').selectAll().where('team_id', '=', 'T0ACME')
  const notices = await messages.where('text', 'like', '%switched off%').execute()
  expect(notices).toMatchObject([{ channel_id: 'D0ANASCOUT', user_id: 'U0SCOUT', thread_ts: null }])

  app.answerWith((response) => response.end())
  const scout = await store.db.selectFrom('apps').select('manifest').where('id', '=', 'A0SCOUT').executeTakeFirst()
  await store.write((tx) => saveApp(tx, scout!.manifest, { team: 'T0ACME', app: 'A0SCOUT' }, 'find'))
  await say('On again')
  await expect.poll(() => app.messageTexts().at(-1)).toBe('On again')
  expect(app.requests.filter(({ body }) => body['type'] === 'url_verification')).toHaveLength(2)
})

test('[EVT-13] failures before a restart count after it', async () => {
  stopClock(['Date'])
  const data = createTempDirectory()
  const app = await startHttpApp()
  app.answerWith((response) => response.writeHead(500).end())
  const file = scoutFile({ events, requestUrl: app.url })
  const before = await startServer({ file, data })
  await before.store.write(createTenChannels)
  // Each event is posted twice at once, and then waits for a minute.
  await before.store.write((tx) => sendManyMessages(tx, 26))
  await expect.poll(() => app.events().length, many).toBe(520)
  await before.end()

  const { store, unexpectedErrors } = await startServer({ file, data })
  const off = async () => (await store.db.selectFrom('apps').selectAll().where('id', '=', 'A0SCOUT').execute())[0]
  expect(await off()).toMatchObject({ events_off_at: null })
  await store.write((tx) => sendManyMessages(tx, 26))
  await expect.poll(async () => (await off())?.events_off_at, many).toEqual(expect.any(Number))
  const messages = store.db.selectFrom('messages').select('text').where('team_id', '=', 'T0ACME')
  const notices = messages.where('text', 'like', '%switched off%')
  expect(await notices.execute()).toEqual([
    { text: expect.stringContaining('More than 95 % of 1000 requests in an hour') },
  ])
  expect(await store.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
  // Requests that were under way then still arrived.
  expect(app.events().length).toBeLessThanOrEqual(1010)
  expect(unexpectedErrors).toEqual([])
}, 300_000)

/** Hundreds of requests, on a machine that may have much else to do. */
const many = { timeout: 120_000 }

/** Channels whose events are posted at the same time. */
async function createTenChannels(tx: Tx): Promise<void> {
  const [help] = await tx.selectFrom('channels').selectAll().where('id', '=', 'C0HELP').execute()
  for (const id of ten) {
    await tx
      .insertInto('channels')
      .values({ ...help!, id, name: id.toLowerCase() })
      .execute()
    for (const user_id of ['U0ANA', 'U0SCOUT'])
      await tx.insertInto('members').values({ team_id: 'T0ACME', channel_id: id, user_id, joined_at: 0 }).execute()
  }
}

async function sendManyMessages(tx: Tx, times: number): Promise<void> {
  const ana = (await findPersonCaller(tx, 'T0ACME', 'U0ANA'))!
  for (let i = 0; i < times; i++) for (const channelId of ten) await speak(tx, ana, { channelId, text: 'Hm' })
}

const ten = Array.from({ length: 10 }, (_, i) => `C0MANY${i}`)
