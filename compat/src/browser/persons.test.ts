import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { channelThread } from '#testing/sampleReply'
import { startProxy } from '#testing/proxy'
import { createClient } from '#testing/sdk'
import { startServer, type Server } from '#testing/server'

const { channel } = channelThread
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message #/ })
const outgoing = (page: Page) => page.locator('[data-outgoing]')
const storage = (page: Page) => page.evaluate(() => JSON.stringify(localStorage))

/** While it holds, what the pages of the browser send does not reach the server, as on a line that has gone silent. */
async function holdMessages(page: Page) {
  const hold = { on: false }
  await page.context().routeWebSocket(/\/feed\?/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      if (!hold.on || !String(frame).includes('"type":"send"')) server.send(frame)
    })
  })
  return hold
}

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

async function countPosted(server: Server, text: string): Promise<number> {
  const { messages = [] } = await createClient(server).conversations.history({ channel })
  return messages.filter((message) => message.text === text).length
}

describe('[SES-11] what one person wrote', () => {
  test('is not there for the next person in the same tab: no draft, no message that waits', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    const hold = await holdMessages(page)
    await open(`/c/${channel}`)
    hold.on = true
    await write(page, 'From Ana, unsent')
    await composer(page).fill('From Ana, half')
    await expect.poll(() => storage(page)).toMatch(/unsent.*half|half.*unsent/)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Who are you today?' }).waitFor()
    expect(await storage(page)).not.toMatch(/From Ana/)
    hold.on = false
    await page.getByRole('button', { name: 'Ben Okafor' }).click()
    // A page that is left sooner takes the sign-in with it.
    await page.getByRole('navigation').first().waitFor()
    await open(`/c/${channel}`)
    await expect.poll(() => textOf(composer(page))).toBe('')
    await write(page, 'From Ben')

    await expect.poll(() => countPosted(server, 'From Ben')).toBe(1)
    expect(await page.getByText('From Ana').count()).toBe(0)
    expect(await countPosted(server, 'From Ana, unsent')).toBe(0)
    expect(errors).toEqual([])
  })

  test('is sent by their next page, once, though two tabs have it', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    const hold = await holdMessages(page)
    await open(`/c/${channel}`)
    hold.on = true
    await write(page, 'It waits')
    await composer(page).fill('Half a sentence')
    await page.reload()
    await expect.poll(() => outgoing(page).allTextContents()).toEqual([expect.stringContaining('It waits')])
    expect(await textOf(composer(page))).toBe('Half a sentence')

    const other = await page.context().newPage()
    await other.goto(`${server.url}/c/${channel}`)
    await expect.poll(() => outgoing(other).count()).toBe(1)
    hold.on = false
    await Promise.all([page.reload(), other.reload()])

    for (const one of [page, other]) {
      await expect.poll(() => one.getByTestId('text').filter({ hasText: 'It waits' }).count()).toBe(1)
      await expect.poll(() => outgoing(one).count()).toBe(0)
    }
    expect(await countPosted(server, 'It waits')).toBe(1)
    expect(errors).toEqual([])
  })
})

describe('[SES-10] a page that stays open', () => {
  test('leaves when the person signs out in another tab, and when the server ends the session', async () => {
    const server = await startServer()
    const { page, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channel}`)
    await composer(page).fill('From Ana, half')
    const other = await page.context().newPage()
    await other.goto(`${server.url}/c/C0RANDOM`)
    // What the server has outlives the sign-out.
    await other.getByRole('button', { name: 'Drafts' }).waitFor()
    await other.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Who are you today?' }).waitFor()
    expect(await storage(page)).not.toMatch(/From Ana/)

    await page.getByRole('button', { name: 'Ana Lima' }).click()
    await page.getByRole('navigation').first().waitFor()
    await open(`/c/${channel}`)
    await expect.poll(() => textOf(composer(page))).toBe('From Ana, half')
    await other.close()
    await composer(page).fill('From Ana again')
    // The session ends without any page of this browser saying so.
    await page.context().request.delete(`${server.url}/session`, { headers: { origin: server.url } })
    await page.getByRole('heading', { name: 'Who are you today?' }).waitFor()
    expect(await storage(page)).not.toMatch(/From Ana/)
  })

  test('becomes the page of whoever signed in meanwhile, with nothing of the person before', async () => {
    const server = await startServer()
    const proxy = await startProxy(server)
    const { page, open } = await signIn({ ...server, url: proxy.url }, 'Ana Lima')
    await open(`/c/${channel}`)
    await composer(page).fill('From Ana, half')
    proxy.disconnect()
    await expect.poll(() => page.getByTestId('connection').textContent()).toMatch(/^Reconnecting/)
    await write(page, 'From Ana, unsent')
    const data = { team: 'T0ACME', user: 'U0BEN' }
    // A cookie is one for all ports of a host.
    await page.context().request.post(`${server.url}/session`, { data, headers: { origin: server.url } })
    proxy.reconnect()

    await page.getByRole('button', { name: 'Ben: profile and status' }).waitFor()
    await expect.poll(() => textOf(composer(page))).toBe('')
    expect(await storage(page)).not.toMatch(/From Ana/)
    await write(page, 'From Ben')
    await expect.poll(() => countPosted(server, 'From Ben')).toBe(1)
    expect(await countPosted(server, 'From Ana, unsent')).toBe(0)
  })
})
