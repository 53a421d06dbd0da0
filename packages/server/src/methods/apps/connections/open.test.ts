import { expect, test } from 'vitest'
import { appToken, scoutFile } from '#testing/workspace/scout'
import { expectRefusal } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { open } from './open.ts'

test('[EVT-5] returns an address with a new ticket, of which only the hash is stored', async () => {
  const { call, store, url } = await createWorkspace({ file: scoutFile() })
  const [first, second] = [await call(open, {}, { token: appToken }), await call(open, {}, { token: appToken })]
  expect(first.url).toMatch(/\?ticket=[\w-]{43}&app_id=A0SCOUT$/)
  expect(first.url).toContain(`${url.replace('http', 'ws')}/link/`)
  expect(second.url).not.toBe(first.url)
  const kept = await store.db.selectFrom('socket_tickets').selectAll().execute()
  expect(kept).toHaveLength(2)
  for (const { url: address = '' } of [first, second])
    expect(JSON.stringify(kept)).not.toContain(new URL(address).searchParams.get('ticket'))
})

test('[REP-1] a repeated key gets a new ticket, since tickets are never stored', async () => {
  const { send, store } = await createWorkspace({ file: scoutFile() })
  const headers = { authorization: `Bearer ${appToken}`, 'idempotency-key': 'again' }
  const ask = async () => (await send('apps.connections.open', { method: 'POST', headers })).body['url']
  expect(await ask()).not.toBe(await ask())
  expect(await store.db.selectFrom('answers').selectAll().execute()).toEqual([])
})

test('an empty body declared as JSON is accepted, as one SDK sends it', async () => {
  const { send } = await createWorkspace({ file: scoutFile() })
  const headers = { authorization: `Bearer ${appToken}`, 'content-type': 'application/json;charset=utf-8' }
  expect((await send('apps.connections.open', { method: 'POST', headers })).body).toMatchObject({ ok: true })
})

test('[EVT-5] answers access_denied to an app without Socket Mode', async () => {
  await expectRefusal(open, 'access_denied', {
    args: {},
    token: appToken,
    file: scoutFile({ socketMode: false }),
    detail: 'socket_mode_enabled',
  })
})
