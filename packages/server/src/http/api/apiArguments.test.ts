import { describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
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

  test('[ENV-6] may be numbers where a text is expected, a ts with the zeros that it lost', async () => {
    const { call, dm, parentTs } = await createWorkspace()
    const posted = await call(postMessage, { channel: dm, text: 5, thread_ts: Number(parentTs) })
    expect(posted.message).toMatchObject({ text: '5', thread_ts: parentTs })
    expect((await call(history, { channel: dm, oldest: 1767225600 })).ok).toBe(true)
    const refused = { error: 'invalid_arguments', detail: expect.stringContaining('must provide a string') }
    for (const text of [true, {}]) expect(await call(postMessage, { channel: dm, text })).toMatchObject(refused)
  })

  test.each(['', 'null'])('[ENV-6] that can be left out are left out as %j', async (nothing) => {
    const { call, dm } = await createWorkspace()
    const words = { channel: dm, text: 'Hm' }
    const empty = { blocks: nothing, attachments: nothing, metadata: nothing, reply_broadcast: nothing }
    const posted = await call(postMessage, { ...words, ...empty }, { as: 'form' })
    expect(posted).toMatchObject({ ok: true, message: { text: 'Hm' } })
    expect((await call(history, { channel: dm, inclusive: nothing, limit: nothing }, { as: 'form' })).ok).toBe(true)
  })

  test('[ENV-6] an empty ts or client_msg_id is left out', async () => {
    const { call, dm } = await createWorkspace()
    const args = { channel: dm, text: 'Hm', thread_ts: '', client_msg_id: '' }
    const first = await call(postMessage, args, { as: 'form' })
    const second = await call(postMessage, args, { as: 'form' })
    expect(first.message).not.toHaveProperty('thread_ts')
    expect(second).toMatchObject({ ok: true, ts: expect.not.stringMatching(first.ts!) })
  })

  test('[ENV-6, STR-9] what is required, or has an error of its own, cannot be empty', async () => {
    const { call, dm } = await createWorkspace()
    expect(await call(startStream, { channel: dm, thread_ts: '' }, { as: 'form' })).toMatchObject({
      error: 'invalid_thread_ts',
    })
    expect(await call(postMessage, { channel: dm, text: '' }, { as: 'form' })).toMatchObject({ error: 'no_text' })
    const start = { channel: dm, thread_ts: root, chunks: '' }
    expect(await call(startStream, start, { as: 'form' })).toMatchObject({ error: 'invalid_chunks' })
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
