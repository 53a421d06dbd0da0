import { expect, test } from 'vitest'
import { context } from '#methods/assistant/search/context'
import { postMessage } from '#methods/chat/postMessage'
import { openSqlite } from '#store/sqlite/open'
import { createSubscribedApp } from '#testing/apps/recordedEvents'

async function createScene(scopes: string[]) {
  const scene = await createSubscribedApp(() => openSqlite(':memory:'))
  const add = (tx: Parameters<Parameters<typeof scene.store.write>[0]>[0]) =>
    tx
      .updateTable('tokens')
      .set({ scopes: ['app_mentions:read', 'channels:history', 'im:history', 'chat:write', ...scopes] })
      .where('kind', '=', 'bot')
      .execute()
  await scene.store.write(add)
  return scene
}

test('[SRC-9] an app that may search gets a token with what a person writes to it', async () => {
  const { sendAsAna, takeEvents, call } = await createScene(['search:read.public'])
  await sendAsAna('D0ANASCOUT', 'Find the printer')
  const [direct] = await takeEvents()
  const { action_token: token } = direct ?? {}
  expect(direct).toMatchObject({ assistant_thread: { action_token: token } })
  const found = await call(context, { query: 'printer', action_token: token })
  expect(found).toMatchObject({ ok: true, results: { messages: expect.any(Array) } })

  await sendAsAna('C0HELP', '<@U0SCOUT> find it')
  const mentioned = await takeEvents()
  expect(mentioned.map(({ type, action_token }) => [type, typeof action_token])).toEqual([
    ['app_mention', 'string'],
    ['message', 'undefined'],
  ])
  await call(postMessage, { channel: 'D0ANASCOUT', text: 'Found' })
  for (const event of await takeEvents()) expect(event).not.toHaveProperty('action_token')
})

test('[SRC-9] an app that may not search gets none', async () => {
  const { sendAsAna, takeEvents } = await createScene([])
  await sendAsAna('D0ANASCOUT', 'Find the printer')
  const events = await takeEvents()
  expect(events).toHaveLength(1)
  expect(events[0]).not.toHaveProperty('action_token')
})
