import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, signInAtStart } from '#testing/browser'
import { createClient } from '#testing/sdk'
import { historyTs, lastReadOfAna, replyTs, startServerWithHistory } from '#testing/servers/history'

const channel = 'C0GENERAL'
const permalink = (n: number) => `/archives/${channel}/p${historyTs(n).replace('.', '')}`
const messageIn = (page: Page, ts: string) => page.locator(`main [data-ts="${ts}"]`)
const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

/**
 * Turns the wheel by so many pixels at a time, and waits until the page stands still. Returns how far the message in the
 * middle was from where it had to be, at most.
 */
async function readOn(page: Page, list: string, pixels: number, times: number): Promise<number> {
  const box = await page.locator(list).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 200, 400)
  let worst = 0
  for (let i = 0; i < times; i++) {
    const before = await page.evaluate(findMiddle, list)
    await page.mouse.wheel(0, pixels)
    await expect
      .poll(async () => Math.abs(((await page.evaluate(topOf, [list, before.ts] as const)) ?? 0) - before.top))
      .toBeGreaterThan(Math.abs(pixels) / 2)
    // Two frames and what they have asked for: rows that are added and taken out, and pages that arrive.
    const settled = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await settled()
    const after = await page.evaluate(topOf, [list, before.ts] as const)
    worst = Math.max(worst, Math.abs((after ?? Infinity) - (before.top - pixels)))
  }
  return worst
}
function findMiddle(list: string): { ts: string; top: number } {
  const all = [...document.querySelectorAll<HTMLElement>(`${list} article[data-ts]`)]
  const middle = all.findLast((one) => one.getBoundingClientRect().top < innerHeight / 2)
  return { ts: middle?.dataset['ts'] ?? '', top: middle?.getBoundingClientRect().top ?? NaN }
}
function topOf([list, ts]: readonly [string, string]): number | undefined {
  return document.querySelector(`${list} article[data-ts="${ts}"]`)?.getBoundingClientRect().top
}

describe('a channel of thousands of messages', () => {
  test('[WEB-8, WEB-9] is read both ways from a link far back, with few elements and without a jump', async () => {
    const server = await startServerWithHistory(5000)
    const client = createClient(server)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(permalink(1000))
    await messageIn(page, historyTs(1000)).waitFor()
    await expect.poll(() => messageIn(page, historyTs(1000)).getAttribute('data-target')).toBe('true')
    expect(await page.getByText('That message no longer exists.').count()).toBe(0)

    expect(await readOn(page, 'main', -600, 9)).toBeLessThanOrEqual(1)
    expect(await messageIn(page, historyTs(1000)).count()).toBe(0)
    expect(await countElements(page)).toBeLessThan(4000)
    expect(await readOn(page, 'main', 600, 15)).toBeLessThanOrEqual(1)
    expect(await countElements(page)).toBeLessThan(4000)

    // What comes live is counted, and is not among the old messages.
    const last = () => page.locator('main article').last().getAttribute('data-ts')
    const before = await last()
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'Live' })
    const newest = page.getByRole('button', { name: '1 new message' })
    await newest.waitFor()
    expect(await messageIn(page, ts).count()).toBe(0)
    expect(await last()).toBe(before)
    await newest.click()
    await expect.poll(last).toBe(ts)
    await expect.poll(() => page.getByRole('button', { name: /new message|Latest/ }).count()).toBe(0)
    expect(await readOn(page, 'main', -600, 3)).toBeLessThanOrEqual(1)

    // What is sent from far back is shown.
    await page.goto(server.url + permalink(2000))
    await messageIn(page, historyTs(2000)).waitFor()
    await page.getByRole('textbox', { name: /^Message/ }).fill('From far back')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('main article').last().textContent()).toContain('From far back')
    expect(errors).toEqual([])
  })

  test('[WEB-10, WEB-13] opens at what is unread, its threads too, and leads to the newest messages and to a date', async () => {
    const server = await startServerWithHistory(2000, 1500, 1000)
    // The page opens #general by itself.
    const { page, errors, open } = await signInAtStart(server, 'Ana Lima')
    const divider = page.locator('main li', { hasText: /^New$/ })
    const heightOf = (one: Locator) => one.evaluate((row) => row.getBoundingClientRect().top / innerHeight)
    await expect.poll(() => heightOf(divider)).toBeLessThan(0.5)
    expect(await messageIn(page, historyTs(1000)).count()).toBe(1)
    await page.getByRole('button', { name: /^\d+\+ new messages$/ }).click()
    await expect.poll(() => page.locator('main article').last().getAttribute('data-ts')).toBe(historyTs(1999))
    // The first messages are shown before the code that marks them as read is there.
    await expect.poll(() => lastReadOfAna(server)).toBe(historyTs(1999))
    await page.getByRole('link', { name: 'random' }).click()
    await page.getByRole('link', { name: 'general' }).click()
    await expect.poll(() => page.locator('main article').last().getAttribute('data-ts')).toBe(historyTs(1999))

    await open(`/c/${channel}/t/${historyTs(0)}`)
    const pane = page.getByTestId('thread')
    await expect.poll(() => heightOf(pane.locator('li', { hasText: /^New$/ }))).toBeLessThan(0.5)
    expect(await pane.locator(`[data-ts="${replyTs(1000)}"]`).count()).toBe(1)
    await pane.getByRole('button', { name: /^\d+\+ new messages$/ }).click()
    await pane.locator(`[data-ts="${replyTs(1500)}"]`).waitFor()
    await page.keyboard.press('Escape')

    // The day above the messages leads to other days, by the keyboard too.
    const day = new Date((1_768_000_000 + 1000 * 97) * 1000)
    const first = Math.ceil(
      (new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime() / 1000 - 1_768_000_000) / 97,
    )
    await page.getByRole('button', { name: 'Jump to a date' }).click()
    await page.getByRole('menuitem', { name: 'First message' }).click()
    await messageIn(page, historyTs(0)).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/January/)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'A date…' }).click()
    const date = `${day.getFullYear()}-01-${String(day.getDate()).padStart(2, '0')}`
    await page.getByRole('textbox', { name: 'Date', exact: true }).fill(date)
    await page.keyboard.press('Enter')
    await expect.poll(() => heightOf(messageIn(page, historyTs(first)))).toBeLessThan(0.5)
    expect(new URL(page.url()).pathname).toBe(`/c/${channel}/${date}`)
    expect(errors).toEqual([])
  })

  test('[WEB-8, WEB-9] keeps focus, selection and the keyboard in order, and threads are read in the same way', async () => {
    const server = await startServerWithHistory(1500, 1500)
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`/c/${channel}`)
    await messageIn(page, historyTs(1499)).focus()
    const focusedTs = () => page.evaluate(() => document.activeElement?.getAttribute('data-ts'))
    for (let i = 0; i < 70; i++) await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.keyboard.press('ArrowUp').then(focusedTs), { interval: 5 }).toBe(historyTs(1399))

    // Selected text stays, however far it is scrolled away.
    await page.evaluate((ts) => {
      const text = document.querySelector(`main [data-ts="${ts}"] [data-testid="text"]`)
      if (text) getSelection()?.selectAllChildren(text)
    }, historyTs(1399))
    await readOn(page, 'main', -600, 5)
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('Message 1399')
    await page.evaluate(() => getSelection()?.removeAllRanges())

    const reply = (n: number) => historyTs(n).replace('.000100', '.000200')
    await open(`${permalink(700).replace('000100', '000200')}?thread_ts=${historyTs(0)}&cid=${channel}`)
    const pane = page.getByTestId('thread')
    await pane.locator(`[data-ts="${reply(700)}"]`).waitFor()
    expect(await readOn(page, '[data-testid="thread"]', -600, 5)).toBeLessThanOrEqual(1)
    expect(await readOn(page, '[data-testid="thread"]', 600, 9)).toBeLessThanOrEqual(1)
    expect(await countElements(page)).toBeLessThan(6000)
    await pane.getByRole('button', { name: 'Latest' }).click()
    await pane.locator(`[data-ts="${reply(1500)}"]`).waitFor()
    await open(`${permalink(0)}?thread_ts=${historyTs(0)}&cid=${channel}`)
    await pane.getByText('1,500 replies').waitFor()
    await pane.locator(`[data-ts="${reply(1)}"]`).waitFor()
    expect(errors).toEqual([])
  })
})
