import { expect, test } from 'vitest'
import { createControlClient } from '#testing/control'
import { directThread, paragraphs } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'
import { connectSocketMode, type MessageEvent } from '#testing/socketMode'

test('an app gets a message over Socket Mode, answers with a stream, and gets the events of its answer too', async () => {
  const server = await startServer()
  const client = createClient(server)
  const app = connectSocketMode(server, async ({ channel, ts, bot_id, subtype }) => {
    if (bot_id || subtype) return
    const streamer = client.chatStream({ channel, thread_ts: ts })
    for (const paragraph of paragraphs) await streamer.append({ markdown_text: paragraph })
    await streamer.stop()
  })
  await expect.poll(app.countHellos).toBe(1)

  const ts = await createControlClient(server).sendMessage('U0ANA', directThread.channel, 'What changed?')

  await expect.poll(() => listEvents(app).length).toBe(3)
  const [question, started, ended] = listEvents(app)
  expect(question).toMatchObject({ user: 'U0ANA', text: 'What changed?', channel_type: 'im', ts, team: 'T0ACME' })
  expect(started).toMatchObject({ bot_id: 'B0SCOUT', text: '', streaming_state: 'in_progress', thread_ts: ts })
  expect(started).not.toHaveProperty('subtype')
  expect(ended).toMatchObject({
    subtype: 'message_changed',
    message: { streaming_state: 'completed', markdown_text: paragraphs.join('') },
    previous_message: { streaming_state: 'in_progress', text: '' },
  })
  const { messages } = await createControlClient(server).readThread('U0ANA', directThread.channel, ts)
  expect(messages.map(({ user }) => user)).toEqual(['U0ANA', 'U0SCOUT'])
  const query = new URLSearchParams({ kind: 'delivery', app: 'A0SCOUT', event: 'message', outcome: 'acknowledged' })
  const delivery = await fetch(`${server.url}/control/wait?${query.toString()}`)
  expect(await delivery.json()).toMatchObject({ kind: 'delivery', attempt: 0, event: { text: 'What changed?' } })
  expect(app.failures).toEqual([])
})

test('messages sent while the app or the server is down reach the app once, in order', async () => {
  const server = await startServer()
  const { sendMessage } = createControlClient(server)
  await sendMessage('U0ANA', directThread.channel, 'one')
  await sendMessage('U0ANA', directThread.channel, 'two')
  await server.crash()
  await server.restart()
  await sendMessage('U0ANA', directThread.channel, 'three')
  const app = connectSocketMode(server, async () => {})
  await expect.poll(() => listEvents(app).length).toBe(3)
  await server.crash()
  await server.restart()
  await sendMessage('U0ANA', directThread.channel, 'four')
  await expect.poll(() => listEvents(app).map(({ text }) => text)).toContain('four')
  const first = app.frames.filter(({ retry_attempt }) => retry_attempt === 0)
  const ids = new Map(first.map(({ payload }) => [payload?.event_id, payload?.event.text]))
  expect([...ids.values()]).toEqual(['one', 'two', 'three', 'four'])
})

function listEvents(app: ReturnType<typeof connectSocketMode>): MessageEvent[] {
  return app.frames.flatMap(({ payload }) => (payload ? [payload.event] : []))
}
