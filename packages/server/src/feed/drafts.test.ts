import { expect, test } from 'vitest'
import { startFeedServer } from '#testing/feed/feedServer'
import { connectViewer } from '#testing/feed/viewer'

const place = { channel: 'C0HELP', thread_ts: '1767225600.000100' }
const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Half a' }] }] }
const draft = { text: 'Half a', picked: [], document }

test('[DRF-1] what a person types and does not send reaches their other pages, and nobody else', async () => {
  const { url, written } = await startFeedServer()
  const [ana, other, ben] = [
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0BEN'),
  ]
  ana.send({ type: 'draft', ...place, at: 1000, draft })
  for (const page of [ana, other])
    expect(await page.next((frame) => frame.type === 'draft_changed')).toMatchObject({
      ...place,
      at: 1000,
      excerpt: 'Half a',
    })
  other.send({ type: 'draft_of', id: 'q', ...place })
  expect(await other.next((frame) => 'id' in frame && frame.id === 'q')).toEqual({
    type: 'draft',
    id: 'q',
    draft,
    at: 1000,
  })
  const { firstFrame } = await connectViewer(url, 'U0ANA')
  expect(firstFrame).toMatchObject({ drafts: [{ ...place, excerpt: 'Half a', at: 1000 }] })

  ana.send({ type: 'draft', ...place, at: 2000, draft: null })
  expect(await other.next((frame) => frame.type === 'draft_changed' && frame.at === 2000)).toMatchObject({ gone: true })
  const later = await connectViewer(url, 'U0ANA')
  expect(later.firstFrame).not.toHaveProperty('drafts')

  const before = await written()
  ben.send({ type: 'draft', channel: 'C0NOWHERE', at: 1, draft })
  expect(await ben.next((frame) => frame.type === 'refused')).toMatchObject({ error: 'channel_not_found' })
  expect(await written()).toBe(before)
  expect(ben.frames.filter(({ type }) => type === 'draft_changed')).toEqual([])
})
