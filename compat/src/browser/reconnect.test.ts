import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { signIn, type BrowserSession } from '#testing/browser'
import { startProxy } from '#testing/proxy'
import { waitForHighlighting, readRecording, readOutline, countSteps } from '#testing/pageRecording'
import { directThread, paragraphs, channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

describe.each([
  ['a direct message', directThread, `/c/${directThread.channel}`],
  ["a channel's thread", channelThread, `/c/${channelThread.channel}/t/${channelThread.thread_ts}`],
])('during a stream in %s', (_where, target, path) => {
  test('the text goes on where it stopped after a lost connection', async () => {
    const server = await startServer()
    const proxy = await startProxy(server)
    const viewer = await signIn({ ...server, url: proxy.url }, 'Ana Lima')
    await openAtEnd(viewer, path)
    const stream = createClient(server).chatStream(target)

    for (const [at, text] of paragraphs.entries()) {
      await stream.append({ markdown_text: text })
      if (at === 4) proxy.disconnect()
      if (at === 9) proxy.reconnect()
      await sleep(at > 9 ? 300 : 60)
    }
    await stream.stop()

    await expectWholeReply(viewer, stream.ts)
  })

  test('the whole text is there after a reconnect, even if the page missed the end', async () => {
    const server = await startServer()
    const proxy = await startProxy(server)
    const viewer = await signIn({ ...server, url: proxy.url }, 'Ana Lima')
    await openAtEnd(viewer, path)
    const stream = createClient(server).chatStream(target)

    for (const [at, text] of paragraphs.entries()) {
      await stream.append({ markdown_text: text })
      if (at === 4) proxy.disconnect()
      await sleep(30)
    }
    await stream.stop()
    await expect.poll(() => viewer.page.getByTestId('connection').textContent()).toMatch(/^Reconnecting/)
    proxy.reconnect()

    await expectWholeReply(viewer, stream.ts)
    await expect.poll(() => viewer.page.getByTestId('connection').textContent()).toBe('')
  })

  test('app and page go on after the server is killed and restarted', async () => {
    const server = await startServer()
    const viewer = await signIn(server, 'Ana Lima')
    await openAtEnd(viewer, path)
    const client = createClient(server, 'xoxb-acme-scout', { retryConfig: { retries: 20, factor: 1, minTimeout: 200 } })
    const stream = client.chatStream(target)

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

    await expectWholeReply(viewer, stream.ts)
  })
})

test('[WEB-2] a browser that is offline says so at once, and sends what was written when it is online again', async () => {
  const server = await startServer()
  const { page, open } = await signIn(server, 'Ana Lima')
  await open('/c/C0GENERAL')
  const banner = page.getByTestId('connection')
  const since = Date.now()
  await page.context().setOffline(true)
  await expect.poll(() => banner.textContent()).toMatch(/^You are offline/)
  // A line that only falls silent is noticed after 35 s.
  expect(Date.now() - since).toBeLessThan(30_000)
  await page.getByRole('textbox', { name: /^Message #/ }).fill('Written in a tunnel')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: /sending$/ }).waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => banner.textContent()).toBe('')
  await expect.poll(() => page.getByRole('article', { name: /sending$/ }).count()).toBe(0)
  await expect.poll(() => page.getByTestId('text').last().textContent()).toBe('Written in a tunnel')
})

test('a part of the page that could not be fetched is fetched again, and the rest stays', async () => {
  const server = await startServer()
  const { page, open } = await signIn(server, 'Ana Lima')
  const parts = /\/assets\/soon-/
  const refused: string[] = []
  await page.route(parts, (route) => {
    refused.push(route.request().url())
    return route.abort('connectionreset')
  })
  await open(`/c/${directThread.channel}`)
  const stream = createClient(server).chatStream({ ...directThread, buffer_size: 1 })
  await stream.append({ markdown_text: 'The first words' })
  await expect.poll(() => refused.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(1)
  const message = page.locator(`[data-ts="${stream.ts}"]`)
  await expect.poll(() => message.getByTestId('text').textContent()).toBe('The first words')

  await page.unroute(parts)

  await page.getByRole('button', { name: /^Stop/ }).waitFor()
  await stream.stop()
})

/** Opens a conversation. What arrives before its list is there would be new when it opens. */
async function openAtEnd({ page, open }: BrowserSession, path: string): Promise<void> {
  await open(path)
  const place = path.includes('/t/') ? page.locator('[data-region="thread"]') : page
  await place.locator('[data-ends]').first().waitFor()
}

/** Expects that the whole text is shown once, never got shorter, and is the same after a reload. */
async function expectWholeReply({ page }: BrowserSession, ts: string | undefined) {
  const message = page.locator(`[data-ts="${ts}"]`)
  const text = () => message.getByTestId('text').textContent()
  await expect.poll(text, { timeout: 30_000 }).toContain('that is always one.')
  await expect.poll(() => message.getAttribute('data-streaming')).toBeNull()
  const { lengths } = await readRecording(page, ts ?? '')
  expect(countSteps(lengths).shorter).toBe(0)
  await waitForHighlighting(message)
  // The editors too: their code may have been fetched while the network was away.
  await expect.poll(() => page.locator('textarea').count()).toBe(0)
  const live = await readOutline(page)
  expect(live.split('What changed')).toHaveLength(2)
  await page.reload()
  await message.waitFor()
  await expect.poll(() => readOutline(page)).toBe(live)
}
