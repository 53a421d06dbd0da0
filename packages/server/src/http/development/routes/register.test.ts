import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'
import type { TestServer } from '#testing/server/controlApi'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.end())

test.each([
  ['POST', '/control/clok', 'Did you mean /control/clock?'],
  ['POST', '/control/user/list', 'Did you mean /control/users/list?'],
  ['GET', '/control/', 'There is no /control/. There are: /control/apps, '],
  ['GET', '/control', 'GET /control/openapi.json describes them.'],
  ['DELETE', `/control/${'x'.repeat(1000)}`, 'xxx…. There are: '],
])('%s %s does not exist, and the answer says what does', async (method, path, says) => {
  const answer = await server.request(method, path)
  expect(answer).toMatchObject({ status: 404, body: { ok: false, error: 'not_found' } })
  expect(answer.body['detail']).toContain(says)
})

test('a route that takes another method says which', async () => {
  const answer = await server.request('PUT', '/control/clock?now=1', {})
  expect(answer).toMatchObject({ status: 405, body: { ok: false, error: 'method_not_allowed' } })
  expect(answer.body['detail']).toBe('/control/clock takes GET and POST, not PUT.')
  expect(answer.headers.get('allow')).toBe('GET, POST')
})
