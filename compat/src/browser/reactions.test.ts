import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { channelThread, directThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const { channel, thread_ts: root } = channelThread
const path = `/c/${channel}`
const findMessage = (page: Page, ts = '') => page.locator(`[data-ts="${ts}"]`)

describe('reactions', () => {
  test.each([
    ['in a channel', channel, path, root],
    ['in a direct message', directThread.channel, `/c/${directThread.channel}`, directThread.thread_ts],
  ])('%s: a click on a reaction adds or removes the viewer’s own', async (_where, id, channelPath, ts) => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await client.reactions.add({ channel: id, timestamp: ts, name: 'tada' })
    await open(channelPath)
    const tada = findMessage(page, ts).getByRole('button', { name: /tada/ })
    await tada.waitFor()
    await expect.poll(() => tada.getAttribute('data-tip')).toBe('Scout reacted with :tada:')

    await tada.click()
    await expect.poll(() => tada.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(async () => (await readReactionCounts(client, id, ts))['tada']).toBe(2)
    await expect.poll(() => tada.textContent()).toContain('2')
    await expect.poll(() => tada.getAttribute('data-tip')).toBe('Scout and you reacted with :tada:')

    await tada.click()
    await expect.poll(async () => (await readReactionCounts(client, id, ts))['tada']).toBe(1)
    await client.reactions.remove({ channel: id, timestamp: ts, name: 'tada' })
    await expect.poll(() => findMessage(page, ts).getByTestId('reactions').count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('any emoji can be picked by mouse or by keyboard', async () => {
    const server = await startServer()
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    const ben = await signIn(server, 'Ben Okafor')
    // Custom emoji of the workspace are images on other servers.
    const image = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    await page.route(/^https:/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: image }))
    await open(path)
    await ben.open(path)
    const message = findMessage(page, root)

    await message.hover()
    await message.getByRole('button', { name: 'Add a reaction' }).click()
    const picker = page.getByRole('dialog', { name: 'Add a reaction' })
    await picker.getByRole('combobox').fill('rocket')
    await page.keyboard.press('Enter')
    await message.getByRole('button', { name: /^1 rocket, You reacted with :rocket:$/ }).waitFor()
    await expect.poll(() => picker.count()).toBe(0)
    await findMessage(ben.page, root)
      .getByRole('button', { name: /Ana reacted with :rocket:/ })
      .waitFor()

    await message.getByTestId('reactions').getByRole('button', { name: 'Add a reaction' }).click()
    await picker.getByRole('option', { name: 'grinning', exact: true }).click()
    await message.getByRole('button', { name: /^1 grinning,/ }).waitFor()

    await message.getByTestId('reactions').getByRole('button', { name: 'Add a reaction' }).click()
    await expect.poll(() => picker.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('grinning')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect.poll(() => picker.count()).toBe(0)
    await expect.poll(() => readReactionCounts(client, channel, root)).toEqual({ rocket: 1, grinning: 1 })
    expect([...errors, ...ben.errors]).toEqual([])
  })
})

async function readReactionCounts(
  client: ReturnType<typeof createClient>,
  id: string,
  ts: string,
): Promise<Record<string, number>> {
  const { message } = await client.reactions.get({ channel: id, timestamp: ts })
  return Object.fromEntries((message?.reactions ?? []).map(({ name = '', count = 0 }) => [name, count]))
}
