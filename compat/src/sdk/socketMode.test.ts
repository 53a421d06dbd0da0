import { expect, test } from 'vitest'
import { controlOf } from '#testing/control'
import { direct, paragraphs } from '#testing/scene'
import { clientOf } from '#testing/sdk'
import { aServer } from '#testing/server'
import { listen, type MessageEvent } from '#testing/socketMode'

test('an app hears a person over Socket Mode, answers with a stream, and hears of that too', async () => {
  const server = await aServer()
  const client = clientOf(server)
  const app = listen(server, async ({ channel, ts, bot_id, subtype }) => {
    if (bot_id || subtype) return
    const streamer = client.chatStream({ channel, thread_ts: ts })
    for (const paragraph of paragraphs) await streamer.append({ markdown_text: paragraph })
    await streamer.stop()
  })
  await expect.poll(app.greeted).toBe(1)

  const ts = await controlOf(server).say('U0ANA', direct.channel, 'What changed?')

  await expect.poll(() => events(app).length).toBe(3)
  const [asked, started, ended] = events(app)
  expect(asked).toMatchObject({ user: 'U0ANA', text: 'What changed?', channel_type: 'im', ts, team: 'T0ACME' })
  expect(started).toMatchObject({ bot_id: 'B0SCOUT', text: '', streaming_state: 'in_progress', thread_ts: ts })
  expect(started).not.toHaveProperty('subtype')
  expect(ended).toMatchObject({
    subtype: 'message_changed',
    message: { streaming_state: 'completed', markdown_text: paragraphs.join('') },
    previous_message: { streaming_state: 'in_progress', text: '' },
  })
  const { messages } = await controlOf(server).thread('U0ANA', direct.channel, ts)
  expect(messages.map(({ user }) => user)).toEqual(['U0ANA', 'U0SCOUT'])
  const query = new URLSearchParams({ kind: 'delivery', app: 'A0SCOUT', event: 'message', outcome: 'acknowledged' })
  const found = await fetch(`${server.url}/control/wait?${query.toString()}`)
  expect(await found.json()).toMatchObject({ kind: 'delivery', attempt: 0, event: { text: 'What changed?' } })
  expect(app.failures).toEqual([])
})

test('what people write while the app or the server is away reaches it once, in order', async () => {
  const server = await aServer()
  const { say } = controlOf(server)
  await say('U0ANA', direct.channel, 'one')
  await say('U0ANA', direct.channel, 'two')
  await server.crash()
  await server.restart()
  await say('U0ANA', direct.channel, 'three')
  const app = listen(server, async () => {})
  await expect.poll(() => events(app).length).toBe(3)
  await server.crash()
  await server.restart()
  await say('U0ANA', direct.channel, 'four')
  await expect.poll(() => events(app).map(({ text }) => text)).toContain('four')
  const first = app.frames.filter(({ retry_attempt }) => retry_attempt === 0)
  const ids = new Map(first.map(({ payload }) => [payload?.event_id, payload?.event.text]))
  expect([...ids.values()]).toEqual(['one', 'two', 'three', 'four'])
})

function events(app: ReturnType<typeof listen>): MessageEvent[] {
  return app.frames.flatMap(({ payload }) => (payload ? [payload.event] : []))
}
