import { describe, expect, test } from 'vitest'
import { startServerWithHttpApp } from '#testing/apps/httpAppServer'
import { buttons, modalView, startInteractiveServer } from '#testing/apps/interactiveServer'
import { connectApp } from '#testing/apps/socketModeClient'
import { startSocketServer } from '#testing/apps/socketServer'
import { startServer } from '#testing/server/server'

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'request'>
type Entry = Record<string, any>

const scout = { authorization: 'Bearer xoxb-acme-scout' }

async function entries({ request }: Server): Promise<Entry[]> {
  return (await request('GET', '/control/journal')).body['entries']
}
async function replay({ request }: Server, seq: number, more: object = {}) {
  return (await request('POST', '/control/replay', { seq, ...more })).body
}
async function entry(server: Server, seq: number): Promise<Entry> {
  return (await entries(server)).find((found) => found['seq'] === seq)!
}

describe('a call that is made again', () => {
  test('[DEV-1] is made by the same caller with the same arguments, however the first one was encoded', async () => {
    const server = await startServer()
    await server.request('GET', '/api/conversations.history?channel=C0HELP&limit=1', undefined, scout)
    const blocks = JSON.stringify([{ type: 'section', text: { type: 'mrkdwn', text: 'Once *more*' } }])
    const form = new URLSearchParams({ channel: 'C0HELP', blocks, token: 'xoxb-acme-scout' })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    await server.request('POST', '/api/chat.postMessage', form.toString(), type)

    const [read, posted] = [await replay(server, 1), await replay(server, 2)]

    expect([read, posted]).toEqual([
      { ok: true, seq: 3 },
      { ok: true, seq: 4 },
    ])
    const [first, second, third, fourth] = await entries(server)
    expect(third).toMatchObject({ method: 'conversations.history', args: first!['args'], ok: true, replays: 1 })
    expect(fourth).toMatchObject({ method: 'chat.postMessage', args: second!['args'], app: 'A0SCOUT', replays: 2 })
    const { messages } = (await server.request('POST', '/api/conversations.history', { channel: 'C0HELP' }, scout)).body
    expect(messages.slice(0, 2).map(({ text }: Entry) => text)).toEqual(['Once *more*', 'Once *more*'])
  })

  test('has what the journal has cut or masked, and does not show it', async () => {
    const server = await startServer()
    const long = `xoxb-acme-quiet ${'x'.repeat(11_000)}`
    await server.request('POST', '/api/chat.postMessage', { channel: 'C0HELP', markdown_text: long }, scout)

    expect(await replay(server, 1)).toEqual({ ok: true, seq: 2 })

    const { body, text } = await server.request('POST', '/api/conversations.history', { channel: 'C0HELP' }, scout)
    expect(body['messages'].slice(0, 2).map((message: Entry) => message['markdown_text'] ?? message['text'])).toEqual([
      long,
      long,
    ])
    expect(text).toContain('xoxb-acme-quiet')
    expect((await server.request('GET', '/control/journal')).text).not.toMatch(/xox[a-z]|x{3000}/)
  })

  test('is carried out again where its first Idempotency-Key would not let it, and meets faults', async () => {
    const server = await startServer()
    const once = { ...scout, 'idempotency-key': 'once' }
    await server.request('POST', '/api/chat.postMessage', { channel: 'C0HELP', text: 'Twice' }, once)
    await server.request('POST', '/control/faults', { fault: 'lost', method: 'chat.postMessage' })

    const { seq } = await replay(server, 1)

    expect(await entry(server, seq)).toMatchObject({ ok: true, fault: 'lost' })
    const { messages } = (await server.request('POST', '/api/conversations.history', { channel: 'C0HELP' }, scout)).body
    expect(messages.slice(0, 2).map(({ text }: Entry) => text)).toEqual(['Twice', 'Twice'])
  })

  test('is refused in words where nothing can be made again', async () => {
    const server = await startServer()
    expect(await replay(server, 7)).toMatchObject({
      ok: false,
      error: 'entry_not_found',
      detail: expect.stringMatching(/it is empty/),
    })
    await server.request('POST', '/api/chat.postMessage', '{', { ...scout, 'content-type': 'application/json' })
    await server.request('POST', '/api/chat.dance', {}, scout)
    expect(await replay(server, 1)).toMatchObject({
      error: 'not_repeatable',
      detail: expect.stringMatching(/could not be read/),
    })
    const { seq } = await replay(server, 2)
    expect(await entry(server, seq)).toMatchObject({ method: 'chat.dance', error: 'unknown_method' })
    expect(await replay(server, 9)).toMatchObject({
      detail: expect.stringMatching(/no entry 9: it has those from 1 to 3/),
    })
    expect(await replay(server, 0)).toMatchObject({ error: 'invalid_arguments' })
  })
})

describe('a delivery that is sent again', () => {
  test('[DEV-2] reaches the app with the same payload and event id, as a first attempt or as a retry', async () => {
    const server = await startSocketServer({ events: ['message.channels'] })
    const app = await connectApp(server.url)
    await server.say('xoxb-acme-quiet is no secret to the app')
    await expect.poll(server.outcomes).toEqual(['0 sent', '0 acknowledged'])
    const [{ seq: first }] = (await server.journal()) as [Entry]

    const { seq } = await replay(server, first)
    await expect.poll(server.waiting).toBe(0)
    await replay(server, seq, { retry: true })
    await app.until(() => app.envelopes().length === 3)

    expect(await entry(server, seq)).toMatchObject({ kind: 'delivery', outcome: 'sent', replays: first })
    const [one, two, three] = app.envelopes()
    expect(two!.payload).toEqual(one!.payload)
    expect(JSON.stringify(one!.payload)).toContain('xoxb-acme-quiet')
    expect(three!.payload).toEqual(one!.payload)
    expect(app.envelopes().map((sent) => `${sent.retry_attempt} ${sent.retry_reason}`)).toEqual([
      '0 ',
      '0 ',
      '1 timeout',
    ])
    expect(JSON.stringify(await server.journal())).not.toContain('xoxb')
  })

  test('is refused while the app is not connected, and is not sent later', async () => {
    const server = await startSocketServer({ events: ['message.channels'] })
    const app = await connectApp(server.url)
    await server.say('Hello')
    await expect.poll(server.outcomes).toEqual(['0 sent', '0 acknowledged'])
    const [{ seq }] = (await server.journal()) as [Entry]
    app.socket.close()
    await app.closed
    const ask = () => replay(server, seq)
    await expect.poll(ask).toMatchObject({ error: 'dispatch_failed', detail: expect.stringContaining('not connected') })
    expect(await server.waiting()).toBe(0)
  })

  test('by HTTP has the headers of a retry if it is to be one', async () => {
    const server = await startServerWithHttpApp({ events: ['message.channels'] })
    await server.sendMessage('Hello')
    await expect.poll(server.outcomes).toEqual(['0 sent', '0 acknowledged'])
    const [{ seq: challenge }, { seq }] = (await server.journal()) as [Entry, Entry]

    expect(await replay(server, challenge)).toMatchObject({
      error: 'not_repeatable',
      detail: expect.stringMatching(/challenge/),
    })
    await expect.poll(server.countPending).toBe(0)
    expect(await replay(server, seq, { retry: true })).toMatchObject({ ok: true })

    await expect.poll(server.outcomes).toEqual(['0 sent', '0 acknowledged', '1 sent', '1 acknowledged'])
    const retried = server.app.requests.at(-1)!
    expect(retried.headers['x-slack-retry-reason']).toBe('http_timeout')
  })
})

describe('an interaction that is sent again', () => {
  test('[DEV-3] has the same payload with a trigger that works, and the secrets that the journal withholds', async () => {
    const server = await startInteractiveServer()
    const { ts } = await server.call('chat.postMessage', { channel: 'C0HELP', text: 'Go?', blocks: buttons })
    await server.interact('press', { channel: 'C0HELP', ts, action_id: 'go' })
    const pressed = (await entries(server)).find(({ kind }) => kind === 'interaction')!

    const { seq } = await replay(server, pressed['seq'])

    expect(await entry(server, seq)).toMatchObject({
      type: 'block_actions',
      outcome: 'answered',
      replays: pressed['seq'],
    })
    const [first, second] = server.app.dispatches().map(({ payload }) => payload)
    const { trigger_id } = second!
    expect(second).toEqual({ ...first, trigger_id: expect.not.stringMatching(String(first!['trigger_id'])) })
    expect(await server.call('views.open', { trigger_id, view: modalView() })).toMatchObject({ ok: true })
    expect(JSON.stringify(await entries(server))).not.toContain(String(second!['response_url']))
  })
})
