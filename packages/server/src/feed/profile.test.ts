import { expect, test } from 'vitest'
import { startFeedServer } from '#testing/feed/feedServer'
import { connectViewer } from '#testing/feed/viewer'

test('[USR-10] a person sets their time zone, which everybody sees at once; a zone that does not exist leaves no trace', async () => {
  const { url, written } = await startFeedServer()
  const [ana, ben] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
  ana.send({ type: 'profile', id: '1', tz: 'Asia/Tokyo' })
  expect(await ana.next((frame) => 'id' in frame && frame.id === '1')).toMatchObject({ type: 'saved' })
  expect(await ben.next((frame) => frame.type === 'user_changed')).toMatchObject({
    user: { id: 'U0ANA', tz: 'Asia/Tokyo' },
  })
  const before = await written()
  for (const tz of ['Asia/Tokio', '']) {
    ana.send({ type: 'profile', id: `no ${tz}`, tz, title: 'Lost' })
    expect(await ana.next((frame) => 'id' in frame && frame.id === `no ${tz}`)).toMatchObject({
      error: 'profile_set_failed',
      detail: `${JSON.stringify(tz)} is not a time zone.`,
    })
  }
  expect(await written()).toBe(before)
})
