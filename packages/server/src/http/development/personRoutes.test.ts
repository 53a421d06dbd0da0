import { describe, expect, test } from 'vitest'
import { connectApp, socketUrl } from '#testing/apps/socketModeClient'
import { startServer } from '#testing/server/server'
import { callAsScout, readThread } from '#testing/server/controlApi'

const ana = { team: 'T0ACME', user: 'U0ANA' }
const root = '1767225600.000100'
const dm = { channel: 'D0ANASCOUT', thread_ts: root }

describe('the control API acting for people', () => {
  test('POST /control/say sends a person’s message, in a thread, with blocks, or to an app by its id', async () => {
    const server = await startServer()
    const { body } = await server.request('POST', '/control/say', {
      ...ana,
      channel: 'D0ANASCOUT',
      thread_ts: root,
      text: 'And **now**?',
    })
    expect((await readThread(server)).messages).toMatchObject([
      {},
      { ts: body['ts'], user: 'U0ANA', text: 'And *now*?', thread_ts: root },
    ])

    await server.request('POST', '/control/say', { ...ana, channel: 'A0SCOUT', blocks: [{ type: 'divider' }] })
    const { messages } = await callAsScout(server, 'conversations.history', { channel: 'D0ANASCOUT' })
    expect(messages).toMatchObject([{ user: 'U0ANA', blocks: [{ type: 'divider' }] }, {}])

    const opened = await server.request('POST', '/control/say', {
      team: 'T0ACME',
      user: 'U0BEN',
      channel: 'A0SCOUT',
      text: 'Hi',
    })
    expect(opened.body['ts']).toMatch(/^\d{10}\.\d{6}$/)
    const { channels } = await callAsScout(server, 'conversations.list', { types: 'im' })
    expect(channels.map(({ user }: { user: string }) => user)).toContain('U0BEN')
  })

  test('[EVT-10] POST /control/converse starts an assistant thread; /control/looks sets the channel viewed next to it', async () => {
    const server = await startServer()
    const deliveredEvent = async (event: string) =>
      (await server.request('GET', `/control/wait?kind=delivery&app=A0SCOUT&event=${event}&outcome=sent`)).body['event']
    await connectApp(server.url, { address: await socketUrl(server.url, 'xapp-1-A0SCOUT-acme') })
    const { channel, ts } = (await server.request('POST', '/control/converse', { ...ana, app: 'A0SCOUT' })).body
    expect(channel).toBe(dm.channel)
    const started = { channel_id: channel, thread_ts: ts, user_id: 'U0ANA', context: {} }
    expect(await deliveredEvent('assistant_thread_started')).toMatchObject({ assistant_thread: started })
    const looks = { ...ana, app: 'A0SCOUT', looking: 'C0HELP' }
    expect((await server.request('POST', '/control/looks', looks)).body).toEqual({ ok: true })
    expect(await deliveredEvent('assistant_thread_context_changed')).toMatchObject({
      assistant_thread: { ...started, context: { channel_id: 'C0HELP' } },
    })
    expect(await server.request('POST', '/control/converse', { ...ana, app: 'C0HELP' })).toMatchObject({ status: 400 })
  })

  test('POST /control/stop stops a stream as a person', async () => {
    const server = await startServer()
    const { ts } = await callAsScout(server, 'chat.startStream', { ...dm, markdown_text: 'So far' })

    expect((await server.request('POST', '/control/stop', { ...ana, channel: dm.channel, ts })).body).toEqual({
      ok: true,
    })

    expect((await readThread(server)).messages[1]).toMatchObject({ text: 'So far', streaming_state: 'completed' })
    expect(
      (await callAsScout(server, 'chat.appendStream', { channel: dm.channel, ts, markdown_text: 'x' })).error,
    ).toBe('stopped_by_user')
    const again = await server.request('POST', '/control/stop', { ...ana, channel: dm.channel, ts })
    expect(again).toMatchObject({ status: 400, body: { error: 'message_not_in_streaming_state' } })
  })
})
