import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { startServer } from '#testing/server'

test('[WEB-21] one tooltip names buttons and their keys: after a moment, at once by keyboard, until Escape', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open('/c/C0GENERAL')
  const tip = page.getByTestId('tooltip')
  const shown = () => tip.allInnerTexts().then((all) => all.map((text) => text.split(/\s*\n\s*/)).flat())
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  const rest = () => page.getByRole('navigation').getByText('Jump to').hover()

  // Its code comes when the page is idle.
  const hover = async () => {
    await rest()
    await button('Search messages').hover()
    return tip.waitFor({ timeout: 1000 }).then(shown, () => [])
  }
  await expect.poll(hover).toEqual(['Search messages', 'Ctrl+Shift+F'])
  // It is below or above the button, and stays while it is pointed at itself. A slow pointer would come too late.
  const hoverTip = async () => {
    if ((await shown()).length === 0) await hover()
    const box = await tip.boundingBox({ timeout: 1000 }).catch(() => null)
    await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 4, { steps: 2 })
    await page.evaluate(() => new Promise((done) => setTimeout(done, 600)))
    return shown()
  }
  await expect.poll(hoverTip).toEqual(['Search messages', 'Ctrl+Shift+F'])
  await rest()
  await expect.poll(shown).toEqual([])

  // By keyboard at once, without a key if there is none; a click and a focus that the page moves show nothing.
  await button('Find or create a channel').focus()
  expect(await shown()).toEqual([])
  await page.keyboard.press('Shift+Tab')
  await expect.poll(shown).toEqual(['Arrange the sidebar'])
  await page.keyboard.press('Tab')
  await expect.poll(shown).toEqual(['Find or create a channel'])
  await page.keyboard.press('Escape')
  await expect.poll(shown).toEqual([])
  expect(await button('Find or create a channel').evaluate((element) => element === document.activeElement)).toBe(true)

  // Above a dialog too. Escape is meant for the dialog where the pointer only rests.
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(shown).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).hover()
  await expect.poll(shown).toEqual(['Close'])
  const isOnTop = () =>
    tip.evaluate((element) => {
      const { x, y } = element.getBoundingClientRect()
      return document.elementFromPoint(x + 4, y + 4)?.closest('[data-testid="tooltip"]') === element
    })
  await expect.poll(isOnTop).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(shown).toEqual([])
  expect(errors).toEqual([])
})
