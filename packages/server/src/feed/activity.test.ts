import { expect, test } from 'vitest'
import { type TestViewer, connectViewer } from '#testing/feed/viewer'
import { startFeedServer } from '#testing/feed/feedServer'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { ClientFrame } from '#feed/protocol/clientFrames'

const help = 'C0HELP'
type WithoutId<Frame> = Frame extends { id: string } ? Omit<Frame, 'id'> : never

test('[NTF-3, NTF-4] every browser of a person, and nobody else, learns of news in threads and of reactions', async () => {
  const { url } = await startFeedServer()
  const [ana, other, ben] = [
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0BEN'),
  ]
  const { ts: root } = await ask(ana, { type: 'send', channel: help, text: 'root' }, 'done')
  const { ts: reply } = await ask(ben, { type: 'send', channel: help, text: 'hm', thread_ts: root }, 'done')
  await ask(ben, { type: 'react', channel: help, ts: root, name: 'tada' }, 'done')
  for (const viewer of [ana, other]) {
    expect(await viewer.next(is('followed'))).toMatchObject({ channel: help, thread_ts: root, latest: reply })
    expect(await viewer.next(is('unseen'))).toMatchObject({ reactions: 1 })
  }
  const { firstFrame } = await connectViewer(url, 'U0ANA')
  expect(firstFrame).toMatchObject({ activity: { reactions: 1, threads: [{ channel: help, thread_ts: root }] } })
  ana.send({ type: 'mark', channel: help, thread_ts: root, ts: reply })
  await ask(ana, { type: 'seen' }, 'done')
  expect(await other.next((frame) => frame.type === 'followed' && frame.last_read === reply)).toBeDefined()
  expect(await other.next((frame) => frame.type === 'unseen' && frame.reactions === 0)).toMatchObject({ threads: [] })
  // Ben has read what he wrote himself.
  expect(ben.frames.filter((frame) => frame.type === 'followed' && frame.latest > frame.last_read)).toEqual([])
  expect(ben.frames.filter(is('unseen'))).toEqual([])
})

test('[NTF-7] "Do not disturb" is the same in every browser of the person, and a matter of nobody else', async () => {
  const { url, store } = await startFeedServer()
  const [ana, other, ben] = [
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0BEN'),
  ]
  expect(ana.firstFrame).toMatchObject({ activity: { quiet_until: 0 } })
  const until = store.db.clock.now() + 60_000
  await ask(ana, { type: 'quiet', until }, 'done')
  expect(await other.next(is('unseen'))).toMatchObject({ quiet_until: until, reactions: 0, threads: [] })
  const { firstFrame } = await connectViewer(url, 'U0ANA')
  expect(firstFrame).toMatchObject({ activity: { quiet_until: until } })
  await ask(other, { type: 'seen' }, 'done')
  expect(await ana.next((frame) => frame.type === 'unseen')).toMatchObject({ quiet_until: until })
  await ask(other, { type: 'quiet', until: 0 }, 'done')
  expect(await ana.next((frame) => frame.type === 'unseen' && frame.quiet_until === 0)).toBeDefined()
  expect(ben.frames.filter(is('unseen'))).toEqual([])
  ana.send({ type: 'quiet', id: '1', until: -1 })
  expect(await ana.closed).toMatchObject({ code: 4001 })
})

test('[REA-4, REA-5, REA-6] messages say whom they mention; marks, mutes and rules reach every browser', async () => {
  const { url } = await startFeedServer()
  const [ana, other, ben] = [
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0BEN'),
  ]
  const { ts } = await ask(ben, { type: 'send', channel: help, text: '<@U0ANA> <!subteam^S0OPS> <!here>' }, 'done')
  const message = await ana.next((frame) => frame.type === 'message' && frame.message.ts === ts)
  expect(message).toMatchObject({ message: { mentions: ['U0ANA', 'S0OPS', 'everyone'] } })
  ana.send({ type: 'mark', channel: help, ts })
  await other.next((frame) => frame.type === 'read' && frame.last_read === ts)
  await ask(ana, { type: 'unread', channel: help, ts }, 'done')
  expect(await other.next((frame) => frame.type === 'read' && frame.last_read < ts)).toMatchObject({
    unread: [ts],
    mentions: [ts],
  })
  await ask(ana, { type: 'notify', channel: help, muted: true, notify: 'nothing' }, 'done')
  await other.next((frame) => frame.type === 'read' && frame.muted === true && frame.notify === 'nothing')
  const { firstFrame } = await connectViewer(url, 'U0ANA')
  const channels = firstFrame.type === 'welcome' ? firstFrame.channels : []
  expect(channels.find(({ id }) => id === help)).toMatchObject({ muted: true, notify: 'nothing', mentions: [ts] })
  expect(ben.frames.some((frame) => frame.type === 'read' && 'muted' in frame)).toBe(false)
})

test('[NTF-5] what a person may not do is refused, and leaves no trace', async () => {
  const { url, written } = await startFeedServer()
  const [ana, eve] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0EVE')]
  const before = await written()
  const hidden = { channel: 'C0SECRET', ts: '1767225600.000100' }
  expect(await ask(eve, { type: 'unread', ...hidden })).toMatchObject({ error: 'channel_not_found' })
  expect(await ask(eve, { type: 'notify', channel: 'C0SECRET', muted: true })).toMatchObject({
    error: 'channel_not_found',
  })
  expect(await ask(ana, { type: 'notify', channel: 'C0CANVAS', muted: true })).toMatchObject({
    error: 'channel_not_found',
  })
  expect(await ask(eve, { type: 'notify', channel: 'C0NOBOT', muted: true })).toMatchObject({ error: 'not_in_channel' })
  expect(await ask(eve, { type: 'unread', channel: 'C0GENERAL', ts: '1700000000.000100' })).toMatchObject({
    error: 'message_not_found',
  })
  expect(await ask(eve, { type: 'activity', show: 'all' })).toMatchObject({ type: 'activity', items: [] })
  expect(await written()).toBe(before)
})

function is<Type extends ServerFrame['type']>(type: Type) {
  return (frame: ServerFrame): frame is Extract<ServerFrame, { type: Type }> => frame.type === type
}

/** Sends a request, and returns its answer. */
async function ask(viewer: TestViewer, frame: WithoutId<ClientFrame>): Promise<ServerFrame>
async function ask(viewer: TestViewer, frame: WithoutId<ClientFrame>, type: 'done'): Promise<{ ts: string }>
async function ask(viewer: TestViewer, frame: WithoutId<ClientFrame>): Promise<ServerFrame | { ts: string }> {
  const id = crypto.randomUUID()
  viewer.send({ ...frame, id } as ClientFrame)
  return viewer.next((answer) => 'id' in answer && answer.id === id)
}
