import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signIn, type BrowserSession } from '#testing/browser'
import { readRecording } from '#testing/pageRecording'
import { channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

test('another member of the channel gets nothing of a stream before its end, and then all of it', async () => {
  const server = await startServer()
  const ana = await signIn(server, 'Ana Lima')
  const ben = await signIn(server, 'Ben Okafor')
  const receivedFrames = recordFrames(ben)
  for (const { open } of [ana, ben]) await open(`/c/${channelThread.channel}/t/${channelThread.thread_ts}`)
  const stream = createClient(server).chatStream(channelThread)
  for (const word of ['Between ', 'you ', 'and ', 'me: ', 'heron.']) {
    await stream.append({ chunks: [{ type: 'markdown_text', text: word }] })
    await sleep(100)
  }
  const texts = [ana, ben].map(({ page }) => page.locator(`[data-ts="${stream.ts}"]`).getByTestId('text'))
  await expect.poll(() => texts[0]?.textContent()).toBe('Between you and me: heron.')

  await expect.poll(() => ben.page.getByTestId('replying').last().textContent()).toBe('Scout is replying…')
  await expect.poll(() => texts[1]?.count()).toBe(0)
  expect(receivedFrames.length).toBeGreaterThan(0)
  expect(receivedFrames.filter((frame) => /heron|Between/.test(frame))).toEqual([])

  await stream.stop()
  await expect.poll(() => texts[1]?.textContent()).toBe('Between you and me: heron.')
  const { lengths } = await readRecording(ben.page, stream.ts ?? '')
  expect(lengths).toEqual([0, 'Between you and me: heron.'.length])
  expect([...ana.errors, ...ben.errors]).toEqual([])
})

/** Collects every frame that the browser receives from now on. */
function recordFrames({ page }: BrowserSession): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())))
  return frames
}
