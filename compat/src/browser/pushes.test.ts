import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser, signIn } from '#testing/browser'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'
import { elmTs, postInOak, startTwoTeams } from '#testing/servers/twoTeams'

const help = '/c/C0HELP'

test('[NTF-9, NTF-10, NTF-13, SES-11] a browser is notified while nobody looks at it, and of nothing after the sign-out', async () => {
  const server = await startServer()
  const scout = createClient(server)
  const { endpoint, received } = await startPushService()
  const { page, errors, open } = await signIn(server, 'Ana Lima', {
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  await page.context().addInitScript(replacePushManager, { endpoint, p256dh: newPublicKey() })
  await open('/c/C0GENERAL')
  const deliver = await prepareDelivery(page, server.url)
  await page.getByRole('button', { name: /^Notifications: / }).click()
  await page.getByRole('menuitem', { name: 'Notifications everywhere…' }).click()
  await page.getByRole('button', { name: 'Turn on in this browser' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Also when no page is open' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => 'subscribed' in globalThis)).toBe(true)

  await show(page, 'hidden')
  const { ts = '' } = await scout.chat.postMessage({ channel: 'C0HELP', text: '<@U0ANA> look' })
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
  const push = { person: { team: 'T0ACME', user: 'U0ANA' }, channel: 'C0HELP', ts, title: 'Scout', body: '@Ana look' }
  await deliver(push)
  await expect.poll(() => shownIn(page)).toEqual([`Scout: @Ana look (C0HELP/${ts})`])
  // Somebody else's, which comes late, is not shown.
  await deliver({ ...push, person: { team: 'T0ACME', user: 'U0BEN' } })
  // Nor is what was deleted meanwhile, and what is shown of it goes.
  const regretted = await scout.chat.postMessage({ channel: 'C0HELP', text: '<@U0ANA> regretted' })
  await deliver({ ...push, ts: regretted.ts, body: 'regretted' })
  await expect.poll(() => shownIn(page)).toHaveLength(2)
  await scout.chat.delete({ channel: 'C0HELP', ts: regretted.ts ?? '' })
  await expect.poll(() => shownIn(page)).toEqual([`Scout: @Ana look (C0HELP/${ts})`])
  await deliver({ ...push, ts: regretted.ts, body: 'regretted' })

  await show(page, 'visible')
  await open(help)
  await expect.poll(() => shownIn(page)).toEqual([])
  await scout.chat.postMessage({ channel: 'C0GENERAL', text: '<@U0ANA> nobody pushes this' })
  await page.getByRole('link', { name: 'general', exact: true }).click()
  await page.getByRole('list').getByText('@Ana nobody pushes this').waitFor()

  const later = await scout.chat.postMessage({ channel: 'C0HELP', text: 'to nobody' })
  await deliver({ ...push, ts: later.ts, title: undefined })
  await expect.poll(() => shownIn(page)).toEqual([`Rivulet: There is a new message for you. (C0HELP/${later.ts})`])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Ana Lima' }).waitFor()
  await expect.poll(() => shownIn(page)).toEqual([])
  await deliver({ ...push, ts: later.ts })
  expect(received.length).toBeLessThanOrEqual(2)
  expect(errors).toEqual([])
  expect(await shownIn(page)).toEqual([])
})

test('[SES-14, NTF-6] what one team pushes stays while a page of another reads, or is signed out', async () => {
  const server = await startTwoTeams()
  const { endpoint } = await startPushService()
  const { page } = await openBrowser(server, { serviceWorkers: 'allow', permissions: ['notifications'] })
  await page.context().addInitScript(replacePushManager, { endpoint, p256dh: newPublicKey() })
  const [oak, elm] = [
    { team: 'T0OAK', user: 'U0OAKANA' },
    { team: 'T0ELM', user: 'U0ELMANA' },
  ]
  for (const data of [oak, elm]) await page.context().request.post(`${server.url}/session`, { data })
  await page.goto(`${server.url}/?team=T0OAK`)
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Oak' }).waitFor()
  const deliver = await prepareDelivery(page, server.url)
  await page.getByRole('button', { name: /^Notifications: / }).click()
  await page.getByRole('menuitem', { name: 'Notifications everywhere…' }).click()
  await page.getByRole('button', { name: 'Turn on in this browser' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Also when no page is open' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')

  const first = await postInOak(server, 'One')
  await page.getByText('One', { exact: true }).waitFor()
  const push = { title: 'Ana', body: 'Hello', ts: first }
  await deliver({ ...push, ts: elmTs, person: elm, channel: 'C0ELM' })
  await deliver({ ...push, person: oak, channel: 'C0OAK' })
  const stays = `Ana: Hello (C0ELM/${elmTs})`
  await expect.poll(() => shownIn(page)).toContain(stays)
  // The page has read it, and closes what was pushed of it, and nothing of the other team.
  await postInOak(server, 'Two')
  await expect.poll(() => shownIn(page)).toEqual([stays])
  // A push for somebody who is not signed in comes late.
  await deliver({ ...push, person: { ...oak, user: 'U0OAKBEN' }, channel: 'C0OAK' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Elm' }).waitFor()
  expect(await shownIn(page)).toEqual([stays])
})

test('[WEB-15, SES-11] without the server, a page shows what its person read last, until they sign out', async () => {
  const server = await startServer()
  const scout = createClient(server)
  await scout.chat.postMessage({ channel: 'C0HELP', text: 'read before the tunnel' })
  const { page, open } = await signIn(server, 'Ana Lima', { serviceWorkers: 'allow' })
  await open(help)
  const words = page.getByRole('list').getByText('read before the tunnel')
  await words.waitFor()
  await expect.poll(() => page.evaluate(async () => (await caches.match('/'))?.status)).toBe(200)
  const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect
    .poll(async () => {
      await show(page, 'hidden')
      return kept()
    })
    .toEqual(['rivulet'])

  await server.stop()
  await page.goto(server.url + help)
  await words.waitFor()
  await server.restart()
  await scout.chat.postMessage({ channel: 'C0HELP', text: 'and after it' })
  await page.getByRole('list').getByText('and after it').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Ana Lima' }).waitFor()
  await expect.poll(kept).toEqual([])
})

/** A push service that takes everything. */
async function startPushService() {
  const received: IncomingHttpHeaders[] = []
  const service = createServer((request, response) => {
    received.push(request.headers)
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void service.close())
  await once(service, 'listening')
  return { endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}/push`, received }
}

function newPublicKey(): string {
  return createECDH('prime256v1').generateKeys('base64url')
}

/** Takes the place of the push service of the browser's maker, which no test can reach. */
function replacePushManager({ endpoint, p256dh }: { endpoint: string; p256dh: string }) {
  const keys = { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' }
  PushManager.prototype.getSubscription = async () => null
  PushManager.prototype.subscribe = async (options) => {
    Reflect.set(globalThis, 'subscribed', options)
    return Object.assign(Object.create(PushSubscription.prototype), { toJSON: () => ({ endpoint, keys }) })
  }
}

/** Pretends that the page is in front, or behind others. */
function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** The notifications that the service worker shows. */
function shownIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const shown = (await registration?.getNotifications()) ?? []
    return shown.map(({ title, body, tag }) => `${title}: ${body} (${tag})`)
  })
}

/** Returns a function that hands a push to the service worker, as the browser does when it has decrypted one. */
async function prepareDelivery(page: Page, origin: string) {
  const devtools = await page.context().newCDPSession(page)
  const found = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations)
      if (scopeURL.startsWith(origin)) found.resolve(registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  return async (push: object) => {
    const registrationId = await found.promise
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(push) })
  }
}
