import { expect, test } from 'vitest'
import type { KeptFrame } from '#feed/protocol/clientFrames'
import { type TestViewer, connectViewer } from '#testing/feed/viewer'
import { startFeedServer } from '#testing/feed/feedServer'

const help = 'C0HELP'
const ts = '1767225600.000100'
const hour = 3_600_000
type WithoutId<Frame> = Frame extends { id: string } ? Omit<Frame, 'id'> : never

test('[PIN-6] a person pins a message, sees the list, and unpins it', async () => {
  const { url } = await startFeedServer()
  const ana = await connectViewer(url, 'U0ANA')
  const ben = await connectViewer(url, 'U0BEN')
  expect(await ana.open(help)).not.toHaveProperty('pins')
  await ask(ana, { type: 'pin', channel: help, ts })
  const pinned = { by: 'U0ANA', at: expect.any(Number) }
  expect(await ben.next((frame) => frame.type === 'pin')).toMatchObject({ channel: help, ts, pinned, pins: 1 })
  expect(await ben.open(help)).toMatchObject({ pins: 1, messages: [{ ts, pinned }] })
  expect(await ask(ben, { type: 'pins', channel: help })).toMatchObject({ pins: [{ message: { ts }, by: 'U0ANA' }] })
  expect(await ask(ben, { type: 'pin', channel: help, ts })).toMatchObject({ type: 'refused', error: 'already_pinned' })
  await ask(ben, { type: 'unpin', channel: help, ts })
  const gone = await ana.next((frame) => frame.type === 'pin' && frame.pinned === null)
  expect(gone).toMatchObject({ pins: 0 })
  expect(await ask(ana, { type: 'pins', channel: 'C0VANISHED' })).toMatchObject({ type: 'refused' })
})

test('[BKM-1] everybody in the channel sees its bookmarks change', async () => {
  const { url } = await startFeedServer()
  const ana = await connectViewer(url, 'U0ANA')
  const ben = await connectViewer(url, 'U0BEN')
  await ben.open(help)
  const given = { title: 'Handbook', link: 'https://example.com/', emoji: 'books' }
  await ask(ana, { type: 'bookmark', channel: help, ...given })
  const added = await ben.next((frame) => frame.type === 'bookmarks')
  const shown = { ...given, emoji: ':books:', id: expect.any(String) }
  expect(added).toMatchObject({ channel: help, bookmarks: [shown] })
  const id = added.type === 'bookmarks' ? (added.bookmarks[0]?.id ?? '') : ''
  expect(await ana.open(help)).toMatchObject({ bookmarks: [shown] })
  const bad = { type: 'bookmark', channel: help, ...given, link: 'javascript:alert(1)' } as const
  expect(await ask(ana, bad)).toMatchObject({ type: 'refused', error: 'invalid_link' })
  await ask(ana, { type: 'bookmark', channel: help, bookmark: id, ...given, title: 'Book' })
  await ask(ana, { type: 'unbookmark', channel: help, bookmark: id })
  await ben.next((frame) => frame.type === 'bookmarks' && frame.bookmarks.length === 0)
})

test('[SCH-6, SCH-7] a person schedules, moves and deletes messages, and the server sends them by its clock', async () => {
  const { url, store } = await startFeedServer()
  const ana = await connectViewer(url, 'U0ANA')
  const ben = await connectViewer(url, 'U0BEN')
  await ben.open(help)
  const post_at = Math.floor((store.db.clock.now() + hour) / 1000)
  for (const text of ['**One**', 'Two', 'Three']) await ask(ana, { type: 'schedule', channel: help, text, post_at })
  const frame = await ana.next((one) => one.type === 'scheduled' && one.scheduled.length === 3)
  const scheduled = frame.type === 'scheduled' ? frame.scheduled : []
  expect(scheduled).toMatchObject([{ channel: help, text: '*One*', post_at: post_at * 1000 }, {}, {}])
  const [one, two, three] = scheduled.map(({ id }) => id)
  expect(await connectViewer(url, 'U0ANA')).toMatchObject({ firstFrame: { scheduled } })
  expect((await connectViewer(url, 'U0BEN')).firstFrame).not.toHaveProperty('scheduled')

  await ask(ana, { type: 'unschedule', scheduled: three ?? '' })
  await ask(ana, { type: 'reschedule', scheduled: two ?? '', post_at: post_at + 7200 })
  expect(await ask(ben, { type: 'unschedule', scheduled: one ?? '' })).toMatchObject({ type: 'refused' })
  const late = { type: 'reschedule', scheduled: one ?? '', post_at: 1 } as const
  expect(await ask(ana, late)).toMatchObject({ type: 'refused', error: 'time_in_past' })

  store.db.clock.advance(hour + 1000)
  const sent = await ben.next((each) => each.type === 'message')
  expect(sent).toMatchObject({ message: { user: 'U0ANA', text: '*One*' } })
  const answer = await ask(ana, { type: 'send_scheduled', scheduled: two ?? '' })
  const second = await ben.next((each) => each.type === 'message' && each.message.text === 'Two')
  expect(second).toMatchObject({ message: { ts: answer.type === 'done' ? answer.ts : '' } })
  await ana.next((each) => each.type === 'scheduled' && each.scheduled.length === 0)
})

test('[SCH-6] what a person scheduled for an assistant goes to the thread with it', async () => {
  const { url, store } = await startFeedServer()
  const ana = await connectViewer(url, 'U0ANA')
  await ana.open('D0ANASCOUT')
  const post_at = Math.floor((store.db.clock.now() + hour) / 1000)
  await ask(ana, { type: 'schedule', channel: 'D0ANASCOUT', text: 'Good morning :wave:', post_at })
  store.db.clock.advance(hour + 1000)
  const sent = await ana.next((frame) => frame.type === 'message' && frame.message.text.startsWith('Good'))
  expect(sent).toMatchObject({ message: { thread_ts: expect.any(String) } })
})

test('[SCH-3] a person has at most a hundred messages waiting', async () => {
  const { url, store } = await startFeedServer()
  const ana = await connectViewer(url, 'U0ANA')
  const post_at = Math.floor((store.db.clock.now() + hour) / 1000)
  const draft = { text: 'x', blocks: [], attachments: null, markdown: null, metadata: null, broadcast: false }
  const row = {
    team_id: 'T0ACME',
    channel_id: 'C0GENERAL',
    kind: 'person',
    user_id: 'U0ANA',
    draft,
    created_at: 0,
  } as const
  const rows = Array.from({ length: 100 }, (_, i) => ({ ...row, id: `Q${i}`, n: i, post_at: post_at * 1000 }))
  await store.write((tx) => tx.insertInto('scheduled_messages').values(rows).execute())
  const refused = await ask(ana, { type: 'schedule', channel: help, text: 'x', post_at })
  expect(refused).toMatchObject({
    type: 'refused',
    error: 'restricted_too_many',
    detail: expect.stringContaining('100'),
  })
})

/** Sends a frame and waits for its answer. */
function ask(viewer: TestViewer, frame: WithoutId<KeptFrame>) {
  const id = crypto.randomUUID()
  viewer.send({ ...frame, id })
  return viewer.next((answer) => 'id' in answer && answer.id === id)
}
