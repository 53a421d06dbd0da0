import { afterAll, expect, test } from 'vitest'
import { toCanonicalJson } from '#domain/state/canonical'
import { postgres } from '#testing/database/postgres'
import { sharedSchema } from '#testing/database/databases'
import { startServer } from '#testing/server/server'
import { acmeIds, createAcmeWorkspace } from '#testing/workspace/acme'
import { readStatePage } from './readWorkspaceState.ts'

const get = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}

test('the state of a workspace is JSON in one order, whole or in pages, without secrets', async () => {
  const { url } = await startServer()
  const { status, text } = await get(`${url}/control/state?team=T0ACME`)
  const whole = JSON.parse(text)
  expect(status).toBe(200)
  expect(text).toBe(toCanonicalJson(whole))
  expect(text).toBe((await get(`${url}/control/state?team=T0ACME`)).text)
  expect(text).not.toMatch(/xox[bp]-|xapp-|password|127\.0\.0\.1/)
  expect(whole).toMatchObject({ version: 1, team: { id: 'T0ACME' }, next_cursor: null })

  const messages: unknown[] = []
  for (let cursor = ''; ;) {
    const page = JSON.parse((await get(`${url}/control/state?team=T0ACME&limit=2${cursor}`)).text)
    messages.push(...page.messages)
    if (page.next_cursor === null) break
    cursor = `&cursor=${page.next_cursor}`
  }
  expect(messages).toEqual(whole.messages)
  expect(messages.length).toBeGreaterThan(2)
})

test('two states are compared, and what is no state is refused in words', async () => {
  const { url } = await startServer()
  const state = JSON.parse((await get(`${url}/control/state?team=T0ACME`)).text)
  const headers = { authorization: 'Bearer xoxb-acme-scout' }
  const body = new URLSearchParams({ channel: 'C0HELP', text: 'Hm' })
  const posted: any = await (await fetch(`${url}/api/chat.postMessage`, { method: 'POST', headers, body })).json()
  const after = JSON.parse((await get(`${url}/control/state?team=T0ACME`)).text)
  const diff = async (states: object) => {
    const json = { 'content-type': 'application/json' }
    const sent = { method: 'POST', headers: json, body: JSON.stringify(states) }
    const response = await fetch(`${url}/control/state/diff`, sent)
    return { status: response.status, body: await response.json() }
  }

  expect(await diff({ before: state, after })).toMatchObject({
    status: 200,
    body: { changes: [{ change: 'posted', channel: 'C0HELP', ts: posted.ts, text: 'Hm' }] },
  })
  for (const [states, words] of [
    [{ before: state }, 'after'],
    [{ before: { ...state, messages: 3 }, after }, 'before.messages'],
    [{ before: { ...state, version: 2 }, after }, 'version'],
    [{ before: { ...state, next_cursor: 'C0HELP-1.000001' }, after }, 'next_cursor'],
    [{ before: { ...state, team: { ...state.team, id: 'T0OTHER' } }, after }, 'T0OTHER'],
  ] as const)
    expect(await diff(states)).toEqual({
      status: 400,
      body: { ok: false, error: 'invalid_arguments', detail: expect.stringContaining(words) },
    })
  for (const query of ['', 'team=T0NOWHERE', 'team=T0ACME&limit=0', 'team=T0ACME&limit=100000', 'team=T0ACME&cursor=x'])
    expect((await get(`${url}/control/state?${query}`)).status).toBe(400)
})

const schema = postgres === undefined ? undefined : sharedSchema(postgres)
afterAll(() => schema?.close())

test.skipIf(!schema)('the same state is the same JSON on SQLite and on PostgreSQL (needs PostgreSQL)', async () => {
  const read = async ({ store }: Awaited<ReturnType<typeof createAcmeWorkspace>>) =>
    toCanonicalJson(await readStatePage(store, acmeIds.team, { limit: 1000 }))
  const [onSqlite, onPostgres] = [await createAcmeWorkspace(), await createAcmeWorkspace(await schema?.open())]
  expect(await read(onPostgres)).toBe(await read(onSqlite))
})
