import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser, signIn } from '#testing/browser'
import { prepareDelivery, show, shownIn } from '#testing/pages/pushedPage'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'
import { startTwoTeams } from '#testing/servers/twoTeams'

const help = '/c/C0HELP'

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

test('[SES-14, WEB-15] a page that begins without the server leaves what other teams of the person have', async () => {
  const server = await startTwoTeams()
  const { page } = await openBrowser(server, { serviceWorkers: 'allow' })
  for (const [team, user] of [
    ['T0OAK', 'U0OAKANA'],
    ['T0ELM', 'U0ELMANA'],
  ])
    await page.context().request.post(`${server.url}/session`, { data: { team, user } })
  await page.goto(`${server.url}/?team=T0OAK`)
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Oak' }).waitFor()
  await expect.poll(() => page.evaluate(async () => (await caches.match('/'))?.status)).toBe(200)
  await expect
    .poll(async () => {
      await show(page, 'hidden')
      return page.evaluate(() => indexedDB.databases())
    })
    .toHaveLength(1)
  const ofElm = 'rivulet.T0ELM.U0ELMANA.last'
  await page.evaluate((key) => localStorage.setItem(key, 'C0ELM'), ofElm)

  await server.stop()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Oak' }).waitFor()
  expect(await page.evaluate((key) => localStorage.getItem(key), ofElm)).toBe('C0ELM')
})

test('[SES-11, SES-13, WEB-15] a session that ends while no page is open leaves nothing in the browser', async () => {
  const server = await startServer()
  const scout = createClient(server)
  await scout.chat.postMessage({ channel: 'C0HELP', text: 'a secret of the desk' })
  const ana = await signIn(server, 'Ana Lima', { serviceWorkers: 'allow', permissions: ['notifications'] })
  const context = ana.page.context()
  await ana.open(help)
  await ana.page.getByRole('list').getByText('a secret of the desk').waitFor()
  await expect
    .poll(async () => {
      await show(ana.page, 'hidden')
      return (await listKept(ana.page)).includes('a secret of the desk')
    })
    .toBe(true)
  // A page that looks elsewhere leaves what is pushed.
  await ana.open('/c/C0GENERAL')
  const { ts = '' } = await scout.chat.postMessage({ channel: 'C0HELP', text: 'another secret' })
  const person = { team: 'T0ACME', user: 'U0ANA' }
  const push = { person, channel: 'C0HELP', ts, title: 'Scout', body: 'another secret' }
  const deliver = await prepareDelivery(ana.page, server.url)
  await deliver(push)
  await expect.poll(() => shownIn(ana.page)).toHaveLength(1)
  await ana.page.close()
  await endSession()

  const page = await context.newPage()
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Ana Lima' }).waitFor()
  await expect.poll(() => shownIn(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])
  const left = await listKept(page)
  expect(['a secret of the desk', 'another secret'].filter((words) => left.includes(words))).toEqual([])

  // Somebody else has signed in meanwhile.
  await context.request.post(`${server.url}/session`, { data: person })
  await page.goto(`${server.url}/c/C0GENERAL`)
  await page.getByRole('list', { name: /^Messages in / }).waitFor()
  const deliverAgain = await prepareDelivery(page, server.url)
  await deliverAgain(push)
  await expect.poll(() => shownIn(page)).toHaveLength(1)
  await page.close()
  await endSession()
  await context.request.post(`${server.url}/session`, { data: { ...person, user: 'U0BEN' } })
  const ben = await context.newPage()
  await ben.goto(server.url)
  await expect.poll(() => shownIn(ben)).toEqual([])

  /** As another browser does in which the person is signed in. */
  async function endSession() {
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: server.url }
    expect((await fetch(`${server.url}/session`, { method: 'DELETE', headers })).status).toBe(204)
  }
})

/** All that the browser keeps for the page: its databases and its caches. */
function listKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name)
      // It may have been deleted just now.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      const isThere = await new Promise((done) => {
        opening.onsuccess = () => done(true)
        opening.onerror = () => done(false)
      })
      if (isThere !== true) continue
      const table = opening.result.transaction('kept').objectStore('kept').getAll()
      await new Promise((done) => (table.onsuccess = done))
      opening.result.close()
      found.push(table.result)
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request))?.text())
    }
    return JSON.stringify(found)
  })
}
