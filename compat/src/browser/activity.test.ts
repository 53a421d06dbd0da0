import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const help = '/c/C0HELP'
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const described = (page: Page, name: string) => link(page, name).getAttribute('aria-description')

test('[REA-4, REA-5, REA-6] mentions count apart, in every tab; a message is made unread again; a channel is muted', async () => {
  const server = await startServer()
  const scout = createClient(server)
  const ana = await signIn(server, 'Ana Lima')
  const { page } = ana
  const other = await page.context().newPage()
  await other.goto(`${server.url}/c/C0GENERAL`)
  await ana.open('/c/C0GENERAL')
  await scout.chat.postMessage({ channel: 'C0HELP', text: 'nothing for you' })
  for (const tab of [page, other]) {
    await expect.poll(() => described(tab, 'help-desk')).toBe('1 unread')
    await expect.poll(() => tab.title()).toMatch(/^• /)
    await expect.poll(() => tab.locator('link[rel="icon"]').getAttribute('href')).toBe('/mark-unread.svg')
  }
  const { ts = '' } = await scout.chat.postMessage({ channel: 'C0HELP', text: '<@U0ANA> and you' })
  for (const tab of [page, other]) {
    await expect.poll(() => described(tab, 'help-desk')).toBe('2 unread, 1 mention of you')
    await expect.poll(() => tab.title()).toMatch(/^\(1\) /)
    await expect.poll(() => tab.locator('link[rel="icon"]').getAttribute('href')).toBe('/mark-mentioned.svg')
  }

  // Read in one tab, it is read in the other.
  await link(page, 'help-desk').click()
  await expect.poll(() => described(other, 'help-desk')).toBe(null)
  await expect.poll(() => other.title()).toBe('#general · Acme')

  await page.locator(`article[data-ts="${ts}"]`).focus()
  await page.keyboard.press('u')
  for (const tab of [page, other])
    await expect.poll(() => described(tab, 'help-desk')).toBe('1 unread, 1 mention of you')
  await link(page, 'general').click()
  await link(page, 'help-desk').click()
  await expect.poll(() => described(other, 'help-desk')).toBe(null)
  const message = page.locator(`article[data-ts="${ts}"]`)
  await message.hover()
  await message.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark unread from here' }).click()
  await expect.poll(() => described(other, 'help-desk')).toBe('1 unread, 1 mention of you')

  await page.getByRole('button', { name: 'Notifications: mentions of me' }).click()
  await page.getByRole('menuitem', { name: /^Mute/ }).click()
  for (const tab of [page, other]) await expect.poll(() => described(tab, 'help-desk')).toBe('muted')
  await expect.poll(() => other.title()).toBe('#general · Acme')
  await page.getByRole('button', { name: 'Notifications: muted' }).click()
  await page.getByRole('menuitem', { name: 'Unmute' }).click()
  await page.getByRole('button', { name: 'Notifications: mentions of me' }).click()
  await page.getByRole('menuitemradio', { name: 'All messages' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Notifications: all messages' }).waitFor()
  expect(ana.errors).toEqual([])
})

test('[NTF-3, NTF-5] activity lists mentions, threads and reactions, counts what is new, and leads to each', async () => {
  const server = await startServer()
  const scout = createClient(server)
  const ana = await signIn(server, 'Ana Lima')
  const { page, errors, open } = ana
  await open(help)
  const composer = page.getByRole('textbox', { name: 'Message #help-desk' })
  await composer.fill('Who has the key?')
  await composer.press('Enter')
  const own = page.locator('article[data-ts]', { hasText: 'Who has the key?' })
  const root = (await own.getAttribute('data-ts')) ?? ''
  await open('/c/C0GENERAL')
  const mention = await scout.chat.postMessage({ channel: 'C0HELP', text: '<@U0ANA> please look' })
  await scout.chat.postMessage({ channel: 'C0HELP', thread_ts: root, text: 'I have it' })
  await scout.reactions.add({ channel: 'C0HELP', timestamp: root, name: 'tada' })
  await expect.poll(() => described(page, 'Activity')).toBe('3 new')

  await link(page, 'Activity').click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/activity')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => entries.filter({ has: page.getByRole('img', { name: 'New' }) }).count()).toBe(3)
  await expect.poll(() => entries.first().innerText()).toContain('reacted to your message in #help-desk')
  // To look at the list is to see its reactions.
  await expect.poll(() => described(page, 'Activity')).toBe('2 new')
  await expect.poll(() => page.title()).toBe('(1) Activity · Acme')

  await entries.filter({ hasText: 'mentioned you' }).getByRole('link').click()
  await page.locator(`article[data-ts="${mention.ts}"]`).waitFor()
  await expect.poll(() => described(page, 'Activity')).toBe('1 new')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('threads')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/activity/threads')
  await expect.poll(() => entries.first().innerText()).toMatch(/Who has the key\?[^]*I have it[^]*1 new/)
  await entries.first().getByRole('link').click()
  await page.getByTestId('thread').getByText('I have it').waitFor()
  await expect.poll(() => described(page, 'Activity')).toBe(null)
  expect(errors).toEqual([])
})

test('[NTF-6, WEB-11] a browser notifies once the person wants it, in one tab, until they want none or have read it', async () => {
  const server = await startServer()
  const scout = createClient(server)
  const say = (text: string) => scout.chat.postMessage({ channel: 'C0HELP', text: `<@U0ANA> ${text}` })
  const { page, errors } = await signIn(server, 'Ana Lima')
  const context = page.context()
  const calls: string[] = []
  await context.exposeFunction('recordCall', (call: string) => calls.push(call))
  await context.addInitScript(replaceNotifications)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`${server.url}/activity`)
    await tab.getByRole('heading', { name: 'Activity' }).waitFor()
  }
  await say('one')
  await page.getByText('@Ana one').waitFor()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await page.getByRole('button', { name: 'Turn on in this browser' }).click()
  await page.getByRole('button', { name: 'Turn off in this browser' }).waitFor()
  await say('two')
  await expect.poll(() => calls).toEqual(['ask', 'show Scout in #help-desk: @Ana two'])

  // [NTF-7] What is said while the person does not want to be disturbed is not told later, in any tab.
  await page.getByRole('button', { name: 'For 30 minutes' }).click()
  await page.getByText(/^On until/).waitFor()
  for (const tab of [page, other]) await tab.getByLabel(/^Do not disturb until/).waitFor({ state: 'attached' })
  await say('three')
  for (const tab of [page, other]) await tab.getByText('@Ana three').waitFor()
  await page.getByRole('button', { name: 'Resume now' }).click()
  await other.getByLabel(/^Do not disturb until/).waitFor({ state: 'detached' })
  await say('four')
  await expect.poll(() => calls.slice(2)).toEqual(['show Scout in #help-desk: @Ana four'])

  await page.keyboard.press('Escape')
  await link(page, 'help-desk').click()
  await expect.poll(() => calls.slice(3).toSorted()).toEqual(['close @Ana four', 'close @Ana two'])

  const manifest = await page.request.get(`${server.url}/manifest.webmanifest`)
  expect(manifest.headers()['content-type']).toBe('application/manifest+json')
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] }
  for (const { src, type } of icons)
    expect((await page.request.get(server.url + src)).headers()['content-type']).toBe(type)
  expect(manifest.headers()['content-security-policy']).toContain("manifest-src 'self'")
  expect(errors).toEqual([])
})

/** Records what the page does with notifications. Permission holds for all tabs. */
function replaceNotifications() {
  const record = (call: string) => Reflect.get(window, 'recordCall')(call)
  class FakeNotification extends EventTarget {
    static get permission() {
      return localStorage.getItem('permission') ?? 'default'
    }
    static async requestPermission() {
      await record('ask')
      localStorage.setItem('permission', 'granted')
      return 'granted'
    }
    readonly body: string
    constructor(title: string, { body = '' }: NotificationOptions) {
      super()
      this.body = body
      void record(`show ${title}: ${body}`)
    }
    close() {
      void record(`close ${this.body}`)
      this.dispatchEvent(new Event('close'))
    }
  }
  Object.defineProperty(window, 'Notification', { value: FakeNotification })
}

test('[REA-6] the page says so where the server does not take what a person wants to be told of', async () => {
  const server = await startServer()
  const { page, open } = await signIn(server, 'Ana Lima')
  await page.routeWebSocket(/\/feed\?/, (socket) => {
    const there = socket.connectToServer()
    socket.onMessage((message) => {
      const frame = JSON.parse(String(message))
      if (frame.type !== 'notify') return there.send(message)
      socket.send(JSON.stringify({ type: 'refused', id: frame.id, error: 'fatal_error', detail: 'Not today.' }))
    })
  })
  await open(help)
  await page.getByRole('button', { name: 'Notifications: mentions of me' }).click()
  await page.getByRole('menuitem', { name: /^Mute/ }).click()
  await page.getByText('Not today.').and(page.locator('p')).waitFor()
  await page.getByRole('button', { name: 'Put away' }).click()
  expect(await page.getByText('Not today.').and(page.locator('p')).count()).toBe(0)
})
