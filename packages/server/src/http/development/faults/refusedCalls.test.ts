import { expect, test } from 'vitest'
import { callAsScout } from '#testing/server/controlApi'
import { startServer } from '#testing/server/server'

const large = `token=xoxb-acme-scout&text=${'x'.repeat(1_100_000)}`

async function startFaulty(fault: object) {
  const server = await startServer()
  await server.request('POST', '/control/faults', { times: 9, ...fault })
  return {
    ...server,
    entries: async () => (await server.request('GET', '/control/journal')).body['entries'],
    post: (method: string, body: string) =>
      server.request('POST', `/api/${method}`, body, { 'content-type': 'application/x-www-form-urlencoded' }),
  }
}

test('the journal says whose a call is that a fault refuses, and what it said', async () => {
  const server = await startFaulty({ error: 'fatal_error' })
  await callAsScout(server, 'chat.postMessage', { channel: 'C0HELP', text: 'Hello' })
  const of = { team: 'T0ACME', app: 'A0SCOUT', user: 'U0SCOUT', args: { channel: 'C0HELP', text: 'Hello' } }
  expect(await server.entries()).toMatchObject([{ ...of, ok: false, error: 'fatal_error', hints: [] }])
  const found = await server.request('GET', '/control/wait?kind=call&app=A0SCOUT&error=fatal_error&timeout=1s')
  expect(found.body).toMatchObject(of)
})

test('a call that a delay holds is that of its app already', async () => {
  const server = await startFaulty({ delay: '50ms' })
  expect(await callAsScout(server, 'auth.test', {})).toMatchObject({ ok: true })
  expect(await server.entries()).toMatchObject([{ app: 'A0SCOUT', ok: true }])
})

test.each([
  ['api.nope', 'token=xoxb-acme-scout'],
  ['auth.test', 'token=xoxb-nobody'],
  ['auth.test', ''],
  ['auth.test', large],
])('a fault refuses %s before any other check, also where nobody can be found', async (method, body) => {
  const server = await startFaulty({ error: 'any_word' })
  expect((await server.post(method, body)).body).toMatchObject({ error: 'any_word' })
  const [entry] = await server.entries()
  expect(entry).toMatchObject({ error: 'any_word' })
  expect(entry).not.toHaveProperty('app')
  expect(server.unexpectedErrors).toEqual([])
})

test.each([
  ['api.nope', 'token=xoxb-acme-scout', 'unknown_method'],
  ['auth.test', 'token=xoxb-nobody', 'invalid_auth'],
  ['auth.test', large, 'invalid_arguments'],
])('a fault that only delays leaves %s its own error', async (method, body, error) => {
  const server = await startFaulty({ delay: '50ms' })
  expect((await server.post(method, body)).body).toMatchObject({ ok: false, error })
})
