import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const { channel, thread_ts: root } = channelThread
const findMessage = (page: Page, ts = '') => page.locator(`[data-ts="${ts}"]`)

describe('a link to a message', () => {
  test('opens it, however far back it is', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { ts: targetTs = '' } = await client.chat.postMessage({ channel, text: 'The linked message' })
    for (let i = 0; i < 70; i++) await client.chat.postMessage({ channel, text: `Another ${i}` })
    const { permalink = '' } = await client.chat.getPermalink({ channel, message_ts: targetTs })
    const { page, errors } = await signIn(server, 'Ana Lima')

    await page.goto(permalink)
    const message = findMessage(page, targetTs)
    await message.waitFor()
    await expect.poll(() => message.getAttribute('data-target')).toBe('true')
    await expect.poll(() => isInView(message.boundingBox(), 800)).toBe(true)

    await page.getByRole('link', { name: 'help-desk' }).click()
    await client.chat.postMessage({ channel: 'C0HELP', text: `It is here: ${permalink}` })
    await page.getByRole('link', { name: permalink }).click()
    await expect.poll(() => page.url()).toBe(permalink)
    await expect.poll(() => message.getAttribute('data-target')).toBe('true')
    expect(errors).toEqual([])
  })

  test('opens the thread of a reply', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { ts = '' } = await client.chat.postMessage({ channel, thread_ts: root, text: 'The linked reply' })
    const { permalink = '' } = await client.chat.getPermalink({ channel, message_ts: ts })
    const { page, errors } = await signIn(server, 'Ana Lima')
    await page.goto(permalink)
    const reply = page.getByTestId('thread').locator(`[data-ts="${ts}"]`)
    await reply.waitFor()
    await expect.poll(() => reply.getAttribute('data-target')).toBe('true')
    expect(errors).toEqual([])
  })

  test('says that the message no longer exists', async () => {
    const server = await startServer()
    const { page, errors } = await signIn(server, 'Ana Lima')
    await page.goto(`${server.url}/archives/${channel}/p1767225500000100`)
    await page.getByText('That message no longer exists.').waitFor()
    expect(errors).toEqual([])
  })
})

async function isInView(box: Promise<{ y: number; height: number } | null>, height: number): Promise<boolean> {
  const bounds = await box
  return bounds !== null && bounds.y > 0 && bounds.y + bounds.height < height
}
