import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { channelThread, directThread } from '#testing/sampleReply'
import { startServer } from '#testing/server'

/** What a finger can miss: controls with something else, or nothing, 21 pixels beside their middle. */
function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const shown = document.querySelector('dialog[open]') ?? document
    const controls = [...shown.querySelectorAll<HTMLElement>('a[href], button, input, select, [role="option"]')]
    return controls
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        // Words in a line, and what only the keyboard brings onto the page.
        if (!isShown(control) || width <= 1 || y < 0 || control.matches('.rv-mention, article header *')) return false
        const words = ['inline', 'inline-block'].includes(getComputedStyle(control).display) && control.tagName === 'A'
        if (words || control.closest('article')?.querySelector('button[aria-haspopup="dialog"]') === control)
          return false
        // The frame of a field belongs to it.
        const field = control.matches('input') ? (control.closest('label') ?? control.parentElement) : undefined
        const own = field ?? control
        const isOwn = (dx: number, dy: number) => {
          const there = document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy)
          return there !== null && own.contains(there)
        }
        const box = own.getBoundingClientRect()
        const isHigh = box.height >= 44 || (isOwn(0, -21) && isOwn(0, 21))
        const isWide = box.width >= 44 || (isOwn(-21, 0) && isOwn(21, 0))
        return !isHigh || !isWide
      })
      .map((control) => `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent}`)
  })
}

test('[WEB-23] on a phone every button and field is as large as a finger', async () => {
  const server = await startServer()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, open } = await signIn(server, 'Ana Lima', phone)
  const composer = page.locator('[data-region="composer"] [contenteditable="true"]')

  await open(`/c/${channelThread.channel}`)
  await composer.waitFor()
  expect(await findSmallTargets(page)).toEqual([])
  await composer.tap()
  await page.getByRole('button', { name: 'Bold' }).waitFor()
  expect(await findSmallTargets(page)).toEqual([])
  await page.locator('main article').last().tap()
  await page.getByRole('button', { name: 'More actions' }).last().waitFor()
  expect(await findSmallTargets(page)).toEqual([])
  await open(`/c/${channelThread.channel}/t/${channelThread.thread_ts}`)
  await page.getByText('Also send to').waitFor()
  expect(await findSmallTargets(page)).toEqual([])
  await open(`/c/${directThread.channel}`)
  await composer.waitFor()
  expect(await findSmallTargets(page)).toEqual([])

  await page.goto(server.url)
  await page.getByRole('button', { name: 'Preferences' }).waitFor()
  expect(await findSmallTargets(page)).toEqual([])
  for (const name of [
    'Preferences',
    'Search messages',
    'Write to somebody',
    'People and groups',
    /profile and status/,
  ]) {
    await page.getByRole('button', { name }).first().tap()
    await page.getByRole('dialog').waitFor()
    expect(await findSmallTargets(page), String(name)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  // With a pointer they are smaller: the check can fail.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(async () => (await findSmallTargets(page)).length).toBeGreaterThan(5)
})

test('on a phone a text of more than one line is as wide as the composer, and its buttons stay where they are', async () => {
  const server = await startServer()
  for (const width of [390, 360]) {
    const phone = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true }
    const { page, errors, open } = await signIn(server, 'Ana Lima', phone)
    const toolbar = page.getByRole('toolbar', { name: 'Formats' })
    for (const [path, height] of [
      [`/c/${channelThread.channel}`, 56],
      [`/c/${channelThread.channel}/t/${channelThread.thread_ts}`, 100],
    ] as const) {
      await open(path)
      const area = page.locator('[data-composing][contenteditable="true"]').filter({ visible: true })
      await area.waitFor()
      const empty = await area.evaluate(measureComposer)
      expect(empty).toMatchObject({ height, lines: 1, buttons: 'beside' })

      // While it is written, a text has all of the width from its first letter on.
      await area.tap()
      await toolbar.waitFor()
      await page.keyboard.type('One')
      const written = await area.evaluate(measureComposer)
      expect(written).toMatchObject({ lines: 1, buttons: 'below', corner: empty.corner })
      expect(written.share).toBeGreaterThan(0.9)
      for (const word of ['Two', 'Three']) {
        await page.keyboard.press('Enter')
        await page.keyboard.type(word)
      }
      const three = { ...written, lines: 3, height: written.height + 44 }
      await expect.poll(() => area.evaluate(measureComposer)).toEqual(three)
      expect(await area.evaluate((element) => element === document.activeElement)).toBe(true)

      // Nothing moves when it is left; only what fits beside the buttons goes there.
      await area.blur()
      await toolbar.waitFor({ state: 'hidden' })
      expect(await area.evaluate(measureComposer)).toEqual(three)
      for (const text of ['Much too long to stand beside', 'Too long to stand beside them all']) {
        await area.fill(text)
        await area.blur()
        await toolbar.waitFor({ state: 'hidden' })
        await expect.poll(() => area.evaluate(measureComposer)).toEqual(written)
      }
      await area.fill('One')
      await area.blur()
      await expect.poll(() => area.evaluate(measureComposer)).toEqual(empty)
      await area.fill('')
    }
    expect(errors).toEqual([])
  }
})

/** How high a composer is, how much of its width the text has, and where its buttons are. */
function measureComposer(area: Element) {
  const composer = area.parentElement?.getBoundingClientRect() ?? new DOMRect()
  const text = area.getBoundingClientRect()
  const buttons = ['Add files', 'Send'].map(
    (name) => area.parentElement?.querySelector(`[aria-label="${name}"]`)?.getBoundingClientRect() ?? new DOMRect(),
  )
  const isBeside = buttons.every(({ top, left }) => top === text.top && left >= text.right)
  const isBelow = buttons.every(({ top }) => top >= text.bottom)
  return {
    height: composer.height,
    lines: (text.height - 22) / 22,
    share: text.width / composer.width,
    buttons: isBeside ? 'beside' : isBelow ? 'below' : 'elsewhere',
    corner: buttons.map(({ right, bottom }) => [right, bottom]),
  }
}
