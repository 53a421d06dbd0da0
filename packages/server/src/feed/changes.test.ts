import { describe, expect, test, vi } from 'vitest'
import type { ChannelFrame } from '#feed/protocol/clientFrames'
import { readAsNewViewer, connectToChannel } from '#testing/feed/openChannel'
import { rootTs } from '#testing/workspace/domain'
import { startServerWithScout } from '#testing/server/scoutServer'
import { type TestViewer, connectViewer } from '#testing/feed/viewer'

const general = 'C0GENERAL'
const dm = 'D0ANASCOUT'
type Api = Awaited<ReturnType<typeof startServerWithScout>>['api']

/** Changes messages while Ana has the channel open. Returns the threads to compare in addition to the channel. */
type Scene = (api: Api, ana: TestViewer) => Promise<string[] | void>

const scenes: [string, string, Scene][] = [
  [
    'a message was changed',
    dm,
    async (api) => {
      const { ts } = await api('chat.postMessage', { channel: dm, text: 'Hm' })
      await api('chat.update', { channel: dm, ts, text: 'Aha' })
    },
  ],
  [
    'a reply was changed',
    general,
    async (api) => {
      const { ts } = await api('chat.postMessage', { channel: general, thread_ts: rootTs, text: 'Hm' })
      await api('chat.update', { channel: general, ts, blocks: [{ type: 'divider' }] })
    },
  ],
  [
    'a stream that was done was changed',
    dm,
    async (api) => {
      const { ts } = await api('chat.startStream', { channel: dm, thread_ts: rootTs, markdown_text: 'Hm' })
      await api('chat.stopStream', { channel: dm, ts })
      await api('chat.update', { channel: dm, ts, text: 'Aha' })
    },
  ],
  [
    'a stream that was done was deleted',
    dm,
    async (api) => {
      const { ts } = await api('chat.startStream', { channel: dm, thread_ts: rootTs, markdown_text: 'Hm' })
      await api('chat.stopStream', { channel: dm, ts })
      await api('chat.delete', { channel: dm, ts })
    },
  ],
  [
    'one of two replies was deleted',
    general,
    async (api) => {
      const { ts } = await api('chat.postMessage', { channel: general, thread_ts: rootTs, text: 'One' })
      await api('chat.postMessage', { channel: general, thread_ts: rootTs, text: 'Two' })
      await api('chat.delete', { channel: general, ts })
    },
  ],
  [
    'a root was deleted that had been answered',
    general,
    async (api) => {
      const { ts } = await api('chat.postMessage', { channel: general, text: 'Root' })
      await api('chat.postMessage', { channel: general, thread_ts: ts, text: 'Reply' })
      await api('chat.delete', { channel: general, ts })
      return [ts]
    },
  ],
  [
    'a root was deleted, and its last reply after it, with a status and a title there',
    dm,
    async (api) => {
      const { ts } = await api('chat.postMessage', { channel: dm, text: 'Root' })
      const reply = await api('chat.postMessage', { channel: dm, thread_ts: ts, text: 'Reply' })
      await api('assistant.threads.setStatus', { channel_id: dm, thread_ts: ts, status: 'reads' })
      await api('assistant.threads.setTitle', { channel_id: dm, thread_ts: ts, title: 'Deploy' })
      await api('chat.delete', { channel: dm, ts })
      await api('chat.delete', { channel: dm, ts: reply.ts })
    },
  ],
  [
    'people and apps reacted, and one took it back',
    general,
    async (api, ana) => {
      const about = { channel: general, timestamp: rootTs }
      await api('reactions.add', { ...about, name: 'tada' })
      ana.send({ type: 'react', id: 'r', channel: general, ts: rootTs, name: 'tada' })
      await ana.next((frame) => frame.type === 'done')
      await api('reactions.add', { ...about, name: 'eyes' })
      await api('reactions.remove', { ...about, name: 'tada' })
    },
  ],
  [
    'the last reaction was taken back',
    dm,
    async (_api, ana) => {
      for (const type of ['react', 'unreact'] as const) {
        ana.send({ type, id: type, channel: dm, ts: rootTs, name: 'tada' })
        await ana.next((frame) => frame.type === 'done' && frame.id === type)
      }
    },
  ],
  [
    'a stream got a reaction while it grew',
    dm,
    async (api) => {
      const { ts } = await api('chat.startStream', { channel: dm, thread_ts: rootTs, markdown_text: 'Hm' })
      await api('reactions.add', { channel: dm, timestamp: ts, name: 'eyes' })
      await api('chat.appendStream', { channel: dm, ts, markdown_text: ' hm' })
    },
  ],
  [
    'replies were sent to the channel too, at once and later, changed and deleted',
    general,
    async (api) => {
      const reply = { channel: general, thread_ts: rootTs }
      const { ts: first } = await api('chat.postMessage', { ...reply, text: 'One', reply_broadcast: true })
      const { ts: second } = await api('chat.postMessage', { ...reply, text: 'Two' })
      const { ts: third } = await api('chat.postMessage', { ...reply, text: 'Three', reply_broadcast: true })
      await api('chat.update', { channel: general, ts: second, reply_broadcast: true })
      await api('chat.update', { channel: general, ts: first, text: 'First' })
      await api('chat.delete', { channel: general, ts: third })
    },
  ],
  [
    'a reply was sent to a direct message too, where it stands anyway',
    dm,
    async (api) => {
      await api('chat.postMessage', { channel: dm, thread_ts: rootTs, text: 'One', reply_broadcast: true })
    },
  ],
  [
    'people were brought into a channel and taken out, it got a topic, lost it, and was closed',
    'C0HELP',
    async (_api, ana) => {
      const frames: ChannelFrame[] = [
        { type: 'invite', id: '1', channel: 'C0HELP', users: ['U0EVE', 'U0QUIET'] },
        { type: 'kick', id: '2', channel: 'C0HELP', user: 'U0EVE' },
        { type: 'topic', id: '3', channel: 'C0HELP', topic: 'Printers' },
        { type: 'topic', id: '4', channel: 'C0HELP', topic: '' },
        { type: 'archive', id: '5', channel: 'C0HELP' },
      ]
      for (const frame of frames) {
        ana.send(frame)
        await ana.next((answer) => answer.type === 'changed' && answer.id === frame.id)
      }
    },
  ],
  [
    'somebody was shown a message alone',
    general,
    async (api) => {
      for (const user of ['U0BEN', 'U0ANA']) await api('chat.postEphemeral', { channel: general, user, text: 'Psst' })
    },
  ],
]

describe('[MSG-5, MSG-6, MSG-8, RCT-1, ROM-8] a viewer that applied all frames sees the same as a new one', () => {
  test.each(scenes)('after %s', async (_what, channel, scene) => {
    const { url, api } = await startServerWithScout()
    const ana = await connectToChannel(url, channel)
    const threads = [rootTs, ...((await scene(api, ana)) ?? [])]
    await vi.waitFor(async () => expect(ana.visible()).toEqual(await readAsNewViewer(url, channel, threads)), {
      timeout: 30_000,
      interval: 30,
    })
  })

  test('the frame of a deleted message has the ts of the newest message', async () => {
    const { url, api } = await startServerWithScout()
    const ana = await connectViewer(url, 'U0ANA')
    const { ts: first } = await api('chat.postMessage', { channel: general, text: 'One' })
    const { ts: second } = await api('chat.postMessage', { channel: general, text: 'Two' })
    await api('chat.delete', { channel: general, ts: second })
    expect(await ana.next((frame) => frame.type === 'deleted')).toMatchObject({ ts: second, latest: first })
    const { firstFrame: welcome } = await connectViewer(url, 'U0ANA')
    const shown = welcome.type === 'welcome' ? welcome.channels.find(({ id }) => id === general) : undefined
    expect(shown?.latest).toBe(first)
  })
})

describe('[RCT-4] a person', () => {
  test('reacts by the rules of the channel', async () => {
    const { url } = await startServerWithScout()
    const ana = await connectViewer(url, 'U0ANA')
    const react = (id: string, channel: string, ts: string, name: string) =>
      ana.send({ type: 'react', id, channel, ts, name })
    react('old', 'C0OLD', rootTs, 'tada')
    react('name', general, rootTs, 'party_parrot')
    react('ts', general, '1767225600.999999', 'tada')
    ana.send({ type: 'unreact', id: 'none', channel: general, ts: rootTs, name: 'tada' })
    await ana.next((frame) => frame.type === 'refused' && frame.id === 'none')
    expect(ana.frames.slice(1)).toMatchObject([
      { type: 'refused', id: 'old', error: 'is_archived' },
      { type: 'refused', id: 'name', error: 'invalid_name' },
      { type: 'refused', id: 'ts', error: 'message_not_found' },
      { type: 'refused', id: 'none', error: 'no_reaction' },
    ])
  })
})
