import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aViewer, type Viewer } from '#testing/browser'
import { growthOf } from '#testing/growth'
import { thread } from '#testing/scene'
import { clientOf } from '#testing/sdk'
import { aServer } from '#testing/server'

test('another member of the channel gets nothing of a reply before its end, and then all of it', async () => {
  const server = await aServer()
  const ana = await aViewer(server, 'Ana Lima')
  const ben = await aViewer(server, 'Ben Okafor')
  const heard = framesOf(ben)
  for (const { go } of [ana, ben]) await go(`/c/${thread.channel}/t/${thread.thread_ts}`)
  const stream = clientOf(server).chatStream(thread)
  for (const word of ['Between ', 'you ', 'and ', 'me: ', 'heron.']) {
    await stream.append({ chunks: [{ type: 'markdown_text', text: word }] })
    await sleep(100)
  }
  const texts = [ana, ben].map(({ page }) => page.locator(`[data-ts="${stream.ts}"]`).getByTestId('text'))
  await expect.poll(() => texts[0]?.textContent()).toBe('Between you and me: heron.')

  await expect.poll(() => ben.page.getByTestId('replying').last().textContent()).toBe('Scout is replying…')
  expect(await texts[1]?.count()).toBe(0)
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.filter((frame) => /heron|Between/.test(frame))).toEqual([])

  await stream.stop()
  await expect.poll(() => texts[1]?.textContent()).toBe('Between you and me: heron.')
  const { lengths } = await growthOf(ben.page, stream.ts ?? '')
  expect(lengths).toEqual([0, 'Between you and me: heron.'.length])
  expect([...ana.complaints, ...ben.complaints]).toEqual([])
})

/** What a browser hears from the server. */
function framesOf({ page }: Viewer): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())))
  return frames
}
