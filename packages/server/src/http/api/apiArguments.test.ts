import { describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { history } from '#methods/conversations/history'
import { createWorkspace } from '#testing/workspace/workspace'

const root = '1767225600.000100'
const status = { channel_id: 'D0ANASCOUT', thread_ts: root, status: 'is thinking...' }
const bearer = { authorization: 'Bearer xoxb-acme-scout' }
const form = 'application/x-www-form-urlencoded'

describe('the arguments of a call', () => {
  const lines = ['one', 'two']
  test.each([
    ['a form', form, new URLSearchParams({ ...status, loading_messages: JSON.stringify(lines) }).toString()],
    ['JSON', 'application/json; charset=utf-8', JSON.stringify({ ...status, loading_messages: lines })],
    [
      'JSON that holds JSON in a string',
      'application/json; charset=utf-8',
      JSON.stringify({ ...status, loading_messages: JSON.stringify(lines) }),
    ],
    ['text/plain that is JSON', 'text/plain; charset=utf-8', JSON.stringify({ ...status, loading_messages: lines })],
    [
      'text/plain that is a form',
      'text/plain; charset=utf-8',
      new URLSearchParams({ ...status, loading_messages: JSON.stringify(lines) }).toString(),
    ],
  ])('[ENV-6] are read from %s', async (_what, type, body) => {
    const { send, readStatusAs } = await createWorkspace()
    const answer = await send(setStatus.name, { method: 'POST', headers: { ...bearer, 'content-type': type }, body })
    expect(answer.body).toEqual({ ok: true })
    expect(await readStatusAs('ana', status.channel_id, root)).toMatchObject({
      text: 'Scout is thinking...',
      loading_messages: lines,
    })
  })

  test('[ENV-6] are read from a multipart body', async () => {
    const { send, readStatusAs } = await createWorkspace()
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...status, status: 'überlegt…' })) body.set(name, value)
    expect((await send(setStatus.name, { method: 'POST', headers: bearer, body })).body).toEqual({ ok: true })
    expect(await readStatusAs('ana', status.channel_id, root)).toMatchObject({ text: 'Scout überlegt…' })
  })

  test('[ENV-6] are decoded from iso-8859-1', async () => {
    const { send } = await createWorkspace()
    const type = `${form}; charset=iso-8859-1`
    const answer = await send('api.test', { method: 'POST', headers: { 'content-type': type }, body: 'a=gr%FCn' })
    expect(answer.body['args']).toEqual({ a: 'grün' })
  })

  test('[ENV-6] may be in the query too, and the body wins', async () => {
    const { send } = await createWorkspace()
    const answer = await send('api.test?a=query&b=query', {
      method: 'POST',
      headers: { 'content-type': form },
      body: 'b=body',
    })
    expect(answer.body['args']).toEqual({ a: 'query', b: 'body' })
  })

  test('[ENV-6] may be null, or unknown, and count as left out', async () => {
    const { call } = await createWorkspace()
    expect(
      await call(setStatus, { ...status, loading_messages: null, icon_url: null, username: null, team_id: 'T0ACME' }),
    ).toEqual({ ok: true })
    expect(await call(setStatus, { ...status, status: null })).toMatchObject({
      error: 'invalid_arguments',
      detail: 'missing required field: status',
    })
  })

  test('[ENV-6] count as missing if the body has null, whatever the query says', async () => {
    const { send } = await createWorkspace()
    const answer = await send('api.test?a=query&b=query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"b":null}',
    })
    expect(answer.body['args']).toEqual({ a: 'query' })
  })

  test.each([form, 'application/json', 'application/json; charset=utf-8', 'text/plain', 'multipart/form-data'])(
    '[ENV-6] an empty body is fine as %s',
    async (type) => {
      const { send } = await createWorkspace()
      const answer = await send('auth.test', { method: 'POST', headers: { ...bearer, 'content-type': type } })
      expect(answer.body).toMatchObject({ ok: true })
      expect(answer.body).not.toHaveProperty('warning')
    },
  )

  test('[ENV-6] GET works for methods that only read', async () => {
    const { send } = await createWorkspace()
    expect((await send(`${history.name}?channel=C0HELP`, { headers: bearer })).body).toMatchObject({
      ok: true,
      messages: [{}],
    })
    expect((await send(`${history.name}?channel=C0NOPE`, { headers: bearer })).body).toMatchObject({
      error: 'channel_not_found',
    })
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '[ENV-6] %s of a method that writes is invalid_post_type',
    async (verb) => {
      const { send, countRows } = await createWorkspace()
      const before = await countRows()
      const answer = await send(`${setStatus.name}?${new URLSearchParams(status)}`, { method: verb, headers: bearer })
      expect(answer.body).toMatchObject({
        ok: false,
        error: 'invalid_post_type',
        detail: expect.stringContaining(verb),
      })
      expect(await countRows()).toBe(before)
    },
  )

  test('[ENV-6] an array instead of a string has an error of its own', async () => {
    const { call } = await createWorkspace()
    expect(await call(setStatus, { ...status, status: ['x'] })).toMatchObject({
      error: 'invalid_array_arg',
      detail: expect.stringContaining('"status"'),
    })
  })
})
