import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser, signIn } from '#testing/browser'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'
import { prepareDelivery, show, shownIn } from '#testing/pages/pushedPage'
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
