import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { connectApp } from '#testing/apps/socketModeClient'
import { moreEvents } from '#testing/apps/recordedEvents'
import { startServer } from '#testing/server/server'
import { everyEvent, scoutFile } from '#testing/workspace/scout'
import { connectViewer } from '#testing/feed/viewer'
import { callAsScout } from '#testing/server/controlApi'

const events = [...everyEvent, ...moreEvents]
const dm = 'D0ANASCOUT'

test('[EVT-10] a message to an assistant belongs to a thread, and the assistant receives the viewed channel', async () => {
  const server = await startServer({ file: scoutFile({ events }) })
  const app = await connectApp(server.url)
  const ana = await connectViewer(server.url, 'U0ANA')
  await ana.open(dm)
  const receivedEvents = () => app.envelopes().map(({ payload }) => payload['event'] as Record<string, any>)
  const send = (text: string, id: string = randomUUID()) => ana.send({ type: 'send', id, channel: dm, text })
  send('First', 'same')
  send('Second')
  send('First', 'same')
  ana.send({ type: 'looks', channel: dm, looking: 'C0HELP' })
  ana.send({ type: 'converse', id: 'other', channel: dm, looking: 'C0SECRET' })
  const begun = await ana.next((frame) => frame.type === 'done' && frame.id === 'other')
  send('Third')
  await app.until(() => receivedEvents().some(({ text }) => text === 'Third'))

  const [first, second] = [...ana.messages.values()].filter(({ begins }) => begins).map(({ ts }) => ts)
  expect(begun).toMatchObject({ ts: second })
  const said = receivedEvents().map(({ type, text, thread_ts, assistant_thread: thread }) => [
    type,
    text ?? thread.context.channel_id,
    thread_ts ?? thread?.thread_ts,
  ])
  expect(said).toEqual([
    ['message', 'New conversation', undefined],
    ['assistant_thread_started', undefined, first],
    ['message', 'First', first],
    ['message', 'Second', first],
    ['assistant_thread_context_changed', 'C0HELP', first],
    ['message', 'New conversation', undefined],
    ['assistant_thread_started', undefined, second],
    ['message', 'Third', second],
  ])
  const refused = async (channel: string) => {
    ana.send({ type: 'converse', id: channel, channel })
    return (await ana.next((frame) => frame.type === 'refused' && frame.id === channel)) as { error: string }
  }
  expect((await refused('C0HELP')).error).toBe('channel_not_found')
  expect((await refused('D0ANAQUIET')).error).not.toBe('internal_error')
  expect(server.unexpectedErrors).toEqual([])
})

test('[EVT-10] words without a thread go to the newest root, even if the assistant wrote it on its own', async () => {
  const server = await startServer({ file: scoutFile({ events }) })
  const app = await connectApp(server.url)
  const ana = await connectViewer(server.url, 'U0ANA')
  await ana.open(dm)
  const post = async (args: object) => (await callAsScout(server, 'chat.postMessage', { channel: dm, ...args })).ts
  ana.send({ type: 'send', id: randomUUID(), channel: dm, text: 'Hello' })
  const issue = await post({ text: 'Your request for access' })
  await post({ text: 'Which system?', thread_ts: issue })
  ana.send({ type: 'send', id: randomUUID(), channel: dm, text: 'The printer' })
  const received = () => app.envelopes().map(({ payload }) => payload['event'] as Record<string, any>)
  await app.until(() => received().some(({ text }) => text === 'The printer'))
  expect(received().find(({ text }) => text === 'The printer')).toMatchObject({ thread_ts: issue })
})
