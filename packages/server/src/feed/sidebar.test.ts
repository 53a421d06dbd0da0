import { expect, test } from 'vitest'
import { startFeedServer } from '#testing/feed/feedServer'
import { connectViewer } from '#testing/feed/viewer'

test('[SDB-1] how a person arranges the sidebar reaches their other pages, and nobody else', async () => {
  const { url } = await startFeedServer()
  const [ana, other, ben] = [
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0ANA'),
    await connectViewer(url, 'U0BEN'),
  ]
  expect(ana.firstFrame).not.toHaveProperty('sidebar')
  const sidebar = {
    sections: [{ id: 's1', name: 'Projects', emoji: ':rocket:', channels: ['C0HELP'] }],
    closed: ['apps'],
    unread_first: true,
  }
  ana.send({ type: 'arrange', id: 'q', sidebar })
  await ana.next((frame) => frame.type === 'done' && frame.id === 'q')
  for (const page of [ana, other])
    expect(await page.next((frame) => frame.type === 'sidebar')).toMatchObject({ sidebar })
  expect((await connectViewer(url, 'U0ANA')).firstFrame).toMatchObject({ sidebar })
  expect(ben.frames.filter(({ type }) => type === 'sidebar')).toEqual([])
  expect((await connectViewer(url, 'U0BEN')).firstFrame).not.toHaveProperty('sidebar')
})
