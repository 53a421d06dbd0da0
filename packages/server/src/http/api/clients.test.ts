import { expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { postEphemeral } from '#methods/chat/postEphemeral'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { replies } from '#methods/conversations/replies'
import { add } from '#methods/reactions/add'
import { get } from '#methods/reactions/get'
import { socketUrl } from '#testing/apps/socketModeClient'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'
import { createWorkspace } from '#testing/workspace/workspace'

// Requests that existing clients have been seen to send, and that no other test covers.
const root = '1767225600.000100'
const bearer = { authorization: 'Bearer xoxb-acme-scout' }
const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }

test('[ENV-6] a POST may have all arguments in the address and an empty form, as an async client sends it', async () => {
  const { send, call } = await createWorkspace()
  const args = new URLSearchParams({ channel: 'C0HELP', timestamp: root, name: 'eyes', team_id: 'T0ACME' })
  const headers = { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send(`${add.name}?${args}`, { method: 'POST', headers })).body).toMatchObject({ ok: true })
  const { message } = await call(get, { channel: 'C0HELP', timestamp: root })
  expect(message).toMatchObject({ reactions: [{ name: 'eyes', users: ['U0SCOUT'] }] })
})

test.each(['xoxb-acme-scout', undefined])(
  '[ENV-7] a token may also be in the body, in addition to %s',
  async (token) => {
    const { send } = await createWorkspace()
    const body = new URLSearchParams({ token: 'xoxb-acme-scout', team_id: 'T0ACME' })
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await send('auth.test', { method: 'POST', headers, body })
    expect(answer.body).toMatchObject({ ok: true, user_id: 'U0SCOUT', bot_id: 'B0SCOUT' })
  },
)

test('[STR-2, STR-12] a short answer is an empty start and a stop with all the text', async () => {
  const { call } = await createWorkspace()
  const { ts } = await call(startStream, { channel: 'D0ANASCOUT', thread_ts: root, ...recipient })
  const words = [{ type: 'markdown_text', text: 'All of **it**' }]
  expect(await call(stopStream, { channel: 'D0ANASCOUT', ts, chunks: words })).toMatchObject({ ok: true })
  const { messages } = await call(replies, { channel: 'D0ANASCOUT', ts: root })
  expect(messages?.at(-1)).toMatchObject({ ts, text: 'All of *it*', streaming_state: 'completed' })
})

test.each(['true', '1'])('an app reads its own text and metadata back, requested as %s', async (all) => {
  const { call } = await createWorkspace()
  const metadata = { event_type: 'assistant_thread_context', event_payload: { channel_id: 'C0HELP' } }
  const said = { channel: 'D0ANASCOUT', thread_ts: root, text: 'Hi', metadata }
  expect(await call(postMessage, said)).toMatchObject({ ok: true })
  const read = { channel: 'D0ANASCOUT', ts: root, oldest: root, limit: '4', include_all_metadata: all }
  const { messages } = await call(replies, read, { as: 'form' })
  const own = messages?.find(({ user }) => user === 'U0SCOUT')
  expect(own).toMatchObject({ text: 'Hi', metadata, bot_id: 'B0SCOUT', blocks: [{ type: 'rich_text' }] })
  expect(own).not.toHaveProperty('subtype')
})

test('[MSG-6] an ephemeral message may name a reply as its thread', async () => {
  const { call } = await createWorkspace()
  const place = { channel: 'D0ANASCOUT', thread_ts: root }
  const { ts } = await call(postMessage, { ...place, text: 'A reply' })
  const thanks = { channel: 'D0ANASCOUT', user: 'U0ANA', thread_ts: ts, text: 'Thanks' }
  expect(await call(postEphemeral, thanks)).toMatchObject({ ok: true })
})

test.each(['C0HELP', 'D0ANASCOUT'])('a status and a stream start the thread of a message in %s', async (channel) => {
  const { call, readStatusAs, readMessagesAs } = await createWorkspace()
  const thread_ts = (await call(postMessage, { channel, text: 'A root without replies' })).ts ?? ''
  const status = { channel_id: channel, thread_ts, status: 'is thinking...' }
  expect(await call(setStatus, status)).toEqual({ ok: true })
  expect(await readStatusAs('ana', channel, thread_ts)).toMatchObject({ text: 'Scout is thinking...' })
  const begun = { channel, thread_ts, ...recipient, chunks: [{ type: 'markdown_text', text: 'Well' }] }
  const { ts } = await call(startStream, begun)
  expect(await readMessagesAs('ana', channel, thread_ts)).toMatchObject([{ ts: thread_ts }, { ts, text: 'Well' }])
  expect(await readStatusAs('ana', channel, thread_ts)).toBe(null)
})

test('[EVT-5] a client that names the host without its port can open a socket too', async () => {
  const server = await startServer({ file: scoutFile() })
  const { pathname, search } = new URL(await socketUrl(server.url))
  const asked = [
    `GET ${pathname}${search} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  const answer = await server.sendRaw(`${asked.join('\r\n')}\r\n\r\n`, { endAfter: 500 })
  expect(answer).toMatch(/^HTTP\/1\.1 101 /)
  expect(answer).toContain('"type":"hello"')
})

test('[ENV-1] no call is ever answered with a redirect', async () => {
  const server = await startServer()
  for (const path of ['auth.test', 'auth.test/', '/auth.test', 'AUTH.TEST', 'auth.test?x=1', '']) {
    const { status, headers } = await server.request('POST', `/api/${path}`, {}, bearer)
    expect([path, status, headers.get('location')]).toEqual([path, 200, null])
  }
})
