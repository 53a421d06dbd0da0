import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { aViewer, type Viewer } from '#testing/browser'
import { aCable } from '#testing/cable'
import { coloured, growthOf, outlineOf, steps } from '#testing/growth'
import { direct, paragraphs, thread } from '#testing/scene'
import { clientOf } from '#testing/sdk'
import { aServer } from '#testing/server'

describe.each([
  ['a direct message', direct, `/c/${direct.channel}`],
  ["a channel's thread", thread, `/c/${thread.channel}/t/${thread.thread_ts}`],
])('while a reply grows in %s', (_where, place, path) => {
  test('a connection may be lost: the text goes on where it stood', async () => {
    const server = await aServer()
    const cable = await aCable(server)
    const viewer = await aViewer({ ...server, url: cable.url }, 'Ana Lima')
    await viewer.go(path)
    const stream = clientOf(server).chatStream(place)

    for (const [at, text] of paragraphs.entries()) {
      await stream.append({ markdown_text: text })
      if (at === 4) cable.cut()
      if (at === 9) cable.mend()
      await sleep(at > 9 ? 300 : 60)
    }
    await stream.stop()

    await expectTheWhole(viewer, stream.ts)
  })

  test('its end may be missed: the whole is there when the connection is back', async () => {
    const server = await aServer()
    const cable = await aCable(server)
    const viewer = await aViewer({ ...server, url: cable.url }, 'Ana Lima')
    await viewer.go(path)
    const stream = clientOf(server).chatStream(place)

    for (const [at, text] of paragraphs.entries()) {
      await stream.append({ markdown_text: text })
      if (at === 4) cable.cut()
      await sleep(30)
    }
    await stream.stop()
    await expect.poll(() => viewer.page.getByTestId('connection').textContent()).toMatch(/^Reconnecting/)
    cable.mend()

    await expectTheWhole(viewer, stream.ts)
    expect(await viewer.page.getByTestId('connection').textContent()).toBe('')
  })

  test('the server may be killed: app and page go on with the one that follows', async () => {
    const server = await aServer()
    const viewer = await aViewer(server, 'Ana Lima')
    await viewer.go(path)
    const client = clientOf(server, 'xoxb-acme-scout', { retryConfig: { retries: 20, factor: 1, minTimeout: 200 } })
    const stream = client.chatStream(place)

    for (const [at, text] of paragraphs.entries()) {
      const appended = stream.append({ markdown_text: text })
      if (at === 6) {
        await appended
        await server.crash()
        await server.restart()
      }
      await appended
      await sleep(60)
    }
    await stream.stop()

    await expectTheWhole(viewer, stream.ts)
  })
})

/** All of the text stands there once, it never went back, and a fresh page shows the same. */
async function expectTheWhole({ page }: Viewer, ts: string | undefined) {
  const message = page.locator(`[data-ts="${ts}"]`)
  const text = () => message.getByTestId('text').textContent()
  await expect.poll(text, { timeout: 30_000 }).toContain('that is always one.')
  await expect.poll(() => message.getAttribute('data-streaming')).toBeNull()
  const { lengths } = await growthOf(page, ts ?? '')
  expect(steps(lengths).shorter).toBe(0)
  await coloured(message)
  const live = await outlineOf(page)
  expect(live.split('What changed')).toHaveLength(2)
  await page.reload()
  await message.waitFor()
  await expect.poll(() => outlineOf(page)).toBe(live)
}
