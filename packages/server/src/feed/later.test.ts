import { expect, test } from 'vitest'
import { remindDue } from '#domain/later/remindDue'
import { startFeedServer } from '#testing/feed/feedServer'
import { connectViewer } from '#testing/feed/viewer'

test('[LAT-2, LAT-6] what a person keeps reaches their other pages, and nobody else', async () => {
  const { url, store } = await startFeedServer()
  const [ana, other, ben] = [
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0BEN'),
  ]
  ben.send({ type: 'send', id: crypto.randomUUID(), channel: 'C0HELP', text: 'Read me' })
  const sent = await ben.next((frame) => frame.type === 'done')
  const place = { channel: 'C0HELP', ts: sent.type === 'done' ? sent.ts : '' }
  const at = store.db.clock.now() + 60_000
  ana.send({ type: 'save', id: 's', ...place, remind_at: at })
  for (const page of [ana, other])
    expect(await page.next((frame) => frame.type === 'later_changed')).toMatchObject({
      ...place,
      saved: { ...place, remind_at: at },
    })
  store.db.clock.advance(60_000)
  await remindDue(store)
  const reminded = await other.next((frame) => frame.type === 'later_changed' && frame.reminder !== undefined)
  expect(reminded).toMatchObject({ saved: { reminded_at: expect.any(Number) }, reminder: { text: 'Read me' } })
  const { firstFrame } = await connectViewer(url, 'U0ANA')
  expect(firstFrame).toMatchObject({ saved: [place] })

  ana.send({ type: 'save', id: 'd', ...place, done: true })
  await other.next((frame) => frame.type === 'later_changed' && frame.saved?.done_at !== undefined)
  for (const [show, count] of [['open', 0] as const, ['done', 1] as const]) {
    other.send({ type: 'later', id: show, show })
    const answer = await other.next((frame) => 'id' in frame && frame.id === show)
    expect(answer).toMatchObject({ type: 'later', has_more: false })
    expect(answer.type === 'later' && answer.items.map(({ message }) => message.text)).toEqual(
      Array.from({ length: count }, () => 'Read me'),
    )
  }
  ana.send({ type: 'unsave', id: 'u', ...place })
  expect(await other.next((frame) => frame.type === 'later_changed' && frame.saved === null)).toMatchObject(place)
  expect(ben.frames.filter(({ type }) => type === 'later_changed')).toEqual([])
})

test('[LAT-3] nothing is told of a message in a channel that the person has left', async () => {
  const { url } = await startFeedServer()
  const ana = await connectViewer(url, 'U0ANA')
  ana.send({ type: 'send', id: crypto.randomUUID(), channel: 'C0SECRET', text: 'For few' })
  const sent = await ana.next((frame) => frame.type === 'done')
  const place = { channel: 'C0SECRET', ts: sent.type === 'done' ? sent.ts : '' }
  ana.send({ type: 'save', id: 's', ...place })
  await ana.next((frame) => frame.type === 'later_changed')
  ana.send({ type: 'invite', id: 'i', channel: 'C0SECRET', users: ['U0BEN'] })
  await ana.next((frame) => 'id' in frame && frame.id === 'i')
  ana.send({ type: 'leave', id: 'l', channel: 'C0SECRET' })
  await ana.next((frame) => 'id' in frame && frame.id === 'l')
  ana.send({ type: 'later', id: 'q', show: 'open' })
  expect(await ana.next((frame) => 'id' in frame && frame.id === 'q')).toMatchObject({ items: [] })
  expect((await connectViewer(url, 'U0ANA')).firstFrame).not.toHaveProperty('saved')
  ana.send({ type: 'save', id: 'r', ...place })
  expect(await ana.next((frame) => 'id' in frame && frame.id === 'r')).toMatchObject({ error: 'channel_not_found' })
})
