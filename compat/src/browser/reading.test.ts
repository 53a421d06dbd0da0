import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { directThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

/** Scrolls up, so that the list is released, until a message is above the view. */
async function readBelow(page: Page, ts: string): Promise<void> {
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, -300)
  await page.getByRole('button', { name: /^(Latest|Reply in progress|\d+ new messages?)$/ }).waitFor()
  const bottom = () => page.locator(`[data-ts="${ts}"]`).evaluate((element) => element.getBoundingClientRect().bottom)
  expect(await bottom()).toBeLessThan(0)
}

/** Records where a message is in each frame. Returns how far it has been from where it was first, in pixels. */
async function watchPosition(page: Page, ts: string): Promise<() => Promise<number>> {
  const message = page.locator(`[data-ts="${ts}"]`)
  await message.evaluate((element) => {
    const first = element.getBoundingClientRect().top
    const record = () => {
      const moved = Math.abs(element.getBoundingClientRect().top - first)
      element.dataset['moved'] = String(Math.max(moved, Number(element.dataset['moved'] ?? 0)))
      requestAnimationFrame(record)
    }
    record()
  })
  return async () => Number(await message.getAttribute('data-moved'))
}

describe('[WEB-4] what is read', () => {
  test('stays where it is while a reply grows above it', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    const { channel } = directThread
    const stream = client.chatStream({ ...directThread, buffer_size: 1 })
    await stream.append({ markdown_text: 'It begins.\n\n' })
    const posted: string[] = []
    for (let n = 0; n < 14; n++)
      posted.push((await client.chat.postMessage({ channel, text: `Later ${n}\n.\n.\n.` })).ts ?? '')
    await open(`/c/${channel}`)
    await page.getByText('Later 13').waitFor()
    await readBelow(page, stream.ts ?? '')
    const moved = await watchPosition(page, posted[11] ?? '')
    for (let n = 0; n < 20; n++) await stream.append({ markdown_text: `Paragraph ${n} of it.\n\n- one\n- two\n\n` })
    await stream.stop({ markdown_text: 'The end.' })
    await expect.poll(() => page.locator(`[data-ts="${stream.ts}"]`).getByText('The end.').count()).toBe(1)
    await expect.poll(() => page.locator(`[data-ts="${stream.ts}"]`).getAttribute('data-streaming')).toBeNull()
    expect(await moved()).toBeLessThanOrEqual(1)
    expect(errors).toEqual([])
  })

  test('stays where it is when a message above it gets a reaction, a reply and more text', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    const channel = 'C0HELP'
    await open(`/c/${channel}`)
    const posted: string[] = []
    for (let n = 0; n < 14; n++)
      posted.push((await client.chat.postMessage({ channel, text: `Note ${n}\n.\n.\n.` })).ts ?? '')
    const ts = posted[0] ?? ''
    await page.locator('main article', { hasText: 'Note 13' }).waitFor()
    await readBelow(page, ts)
    const moved = await watchPosition(page, posted[11] ?? '')
    const above = page.locator(`[data-ts="${ts}"]`)
    await client.reactions.add({ channel, timestamp: ts, name: 'tada' })
    await expect.poll(() => above.getByRole('button', { name: /tada/ }).count()).toBe(1)
    await client.chat.postMessage({ channel, thread_ts: ts, text: 'A reply' })
    await expect.poll(() => above.getByRole('button', { name: /1 reply/ }).count()).toBe(1)
    await client.chat.update({ channel, ts, text: 'Much longer.\n'.repeat(20) })
    await expect.poll(() => above.getByText('(edited)').count()).toBe(1)
    expect(await moved()).toBeLessThanOrEqual(1)
    expect(errors).toEqual([])
  })
})
