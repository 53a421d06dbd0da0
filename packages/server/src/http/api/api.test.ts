import { describe, expect, test } from 'vitest'
import { test as apiTest } from '#methods/api/test'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { startStream } from '#methods/chat/startStream'
import { createWorkspace } from '#testing/workspace/workspace'

const root = '1767225600.000100'
const status = { channel_id: 'D0ANASCOUT', thread_ts: root, status: 'is thinking...' }
const bearer = { authorization: 'Bearer xoxb-acme-scout' }
const form = 'application/x-www-form-urlencoded'

describe('the envelope of every answer', () => {
  test('[ENV-1] is JSON with ok, HTTP 200 also for a failure, and never cached', async () => {
    const { post } = await createWorkspace()
    for (const answer of [await post(apiTest, {}), await post(setStatus, {})]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('[ENV-1] of a server that stops is 503 with Retry-After, because nothing was done', async () => {
    const { post, state, countRows } = await createWorkspace()
    const before = await countRows()
    state.draining = true
    const answer = await post(setStatus, status)
    expect(answer).toMatchObject({ status: 503, body: { ok: false, error: 'service_unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('connection')).toBe('close')
    expect(await countRows()).toBe(before)
  })

  test.each(['no.such', '', 'chat', 'chat.startStream/', '../x', '%00', 'toString', '__proto__'])(
    '[ENV-2] the unknown method %j answers before anything is read',
    async (name) => {
      const { send } = await createWorkspace()
      const answer = await send(name.startsWith('..') ? 'x%2F..' : name, {
        method: 'POST',
        headers: { 'content-type': 'text/odd' },
        body: 'x',
      })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        ok: false,
        error: 'unknown_method',
        req_method: name.startsWith('..') ? 'x%2F..' : name,
      })
    },
  )

  test('[ENV-3] describes what is wrong in a sentence, and in the lines that clients log', async () => {
    const { post } = await createWorkspace()
    const { body } = await post(startStream, { chunks: [{ type: 'task_update', id: 'a', status: 'odd' }] })
    expect(body).toEqual({
      ok: false,
      error: 'invalid_arguments',
      detail: expect.stringMatching(/^missing required field: channel/),
      response_metadata: {
        messages: [
          '[ERROR] missing required field: channel',
          '[ERROR] missing required field: thread_ts',
          expect.stringMatching(/^\[ERROR\] .* \[json-pointer:\/chunks\/0\/status\]$/),
        ],
      },
    })
  })

  test('[ENV-3] does not repeat a token that stands where something else belongs', async () => {
    const { send, post, port } = await createWorkspace()
    const token = 'xoxb-acme-scout'
    const answers = [
      JSON.stringify((await send(token, { method: 'POST', headers: bearer })).body),
      JSON.stringify((await post(setStatus, { ...status, channel_id: token })).body),
      await (await fetch(`http://127.0.0.1:${port}/somewhere/${token}`)).text(),
    ]
    for (const answer of answers) expect(answer).not.toContain(token)
    expect(answers[0]).toContain('[token]')
  })

  test('[ENV-4] missing_scope has the needed and the provided scopes', async () => {
    const { post } = await createWorkspace()
    const { body, headers } = await post(setStatus, status, { token: 'xoxb-acme-reader' })
    expect(body).toMatchObject({
      error: 'missing_scope',
      needed: 'chat:write,assistant:write',
      provided: 'channels:history,channels:read',
    })
    expect(headers.get('x-oauth-scopes')).toBe('channels:history,channels:read')
    expect(headers.get('x-accepted-oauth-scopes')).toBe('chat:write,assistant:write')
  })

  test.each(['none', 'xoxb-nobody', 'xoxb-acme-expired', 'xoxb-acme-plain'])(
    '[ENV-4] every answer has the scopes and an id: token %s',
    async (token) => {
      const { post } = await createWorkspace()
      const { headers } = await post(startStream, {}, { token })
      expect(headers.get('x-accepted-oauth-scopes')).toBe('chat:write')
      expect(headers.get('x-oauth-scopes')).toBe(token === 'xoxb-acme-plain' ? 'chat:write' : '')
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
    },
  )

  test('[ENV-4] the request id is the sender’s if it is valid', async () => {
    const { send } = await createWorkspace()
    expect((await send('api.test', { headers: { 'x-request-id': 'mine-1' } })).headers.get('x-request-id')).toBe(
      'mine-1',
    )
    expect((await send('api.test', { headers: { 'x-request-id': 'no "id"' } })).headers.get('x-request-id')).toMatch(
      /^[\w-]{8,64}$/,
    )
  })

  test.each([
    ['application/json', 'missing_charset', '{}'],
    ['text/plain', 'missing_charset', '{}'],
    ['application/json; charset=utf-8', undefined, '{}'],
    [form, undefined, 'a=1'],
    [`${form}; charset=utf-8`, 'superfluous_charset', 'a=1'],
  ])('[ENV-5] a body of %s gets the warning %s, in both places', async (type, warning, body) => {
    const { send } = await createWorkspace()
    for (const name of ['api.test', 'chat.startStream']) {
      const answer = (await send(name, { method: 'POST', headers: { ...bearer, 'content-type': type }, body })).body
      expect(answer['warning']).toBe(warning)
      expect(answer['response_metadata']?.warnings).toEqual(warning && [warning])
      if (name === 'chat.startStream') expect(answer['response_metadata'].messages).toHaveLength(2)
    }
  })
})
