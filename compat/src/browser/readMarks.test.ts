import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'
import { historyTs, lastReadOfAna, startServerWithHistory } from '#testing/servers/history'

/** A part of the page that comes with the code that marks as read. After it, the mark would be at the server in a moment. */
async function waitForMarking(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Jump to a date' }).waitFor()
  await new Promise((done) => setTimeout(done, 300))
}

test('[REA-3, WEB-8] what is unread stays so while a part of the channel further back is shown', async () => {
  const server = await startServerWithHistory(1000, 0, 900)
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open(`/archives/C0GENERAL/p${historyTs(200).replace('.', '')}`)
  await page.locator(`main [data-ts="${historyTs(200)}"]`).waitFor()
  await waitForMarking(page)
  expect(lastReadOfAna(server)).toBe(historyTs(900))
  await page.getByRole('button', { name: /new messages$|^Latest$/ }).click()
  await expect.poll(() => lastReadOfAna(server)).toBe(historyTs(999))
  expect(errors).toEqual([])
})

test('[REA-3, NTF-3] on a narrow page, replies that a person sees are read, and what the thread covers is not', async () => {
  const server = await startServer()
  const { channel, thread_ts } = channelThread
  const scout = createClient(server)
  const say = async (text: string, where = {}) => (await scout.chat.postMessage({ channel, text, ...where })).ts
  const { page, errors, open } = await signIn(server, 'Ana Lima', { viewport: { width: 1000, height: 800 } })
  await open(`/c/${channel}`)
  await waitForMarking(page)
  await open(`/c/${channel}/t/${thread_ts}`)
  const thread = page.getByTestId('thread')
  await thread.getByRole('textbox').waitFor()
  const reply = await say('In the thread', { thread_ts })
  await expect.poll(() => lastReadOfAna(server, channel)).toBe(reply)
  await say('Covered')
  const newest = await say('After that', { thread_ts })
  await thread.getByText('After that').waitFor()
  await new Promise((done) => setTimeout(done, 300))
  expect(lastReadOfAna(server, channel)).toBe(reply)
  await page.keyboard.press('Escape')
  await expect.poll(() => lastReadOfAna(server, channel)).toBe(newest)
  expect(errors).toEqual([])
})
