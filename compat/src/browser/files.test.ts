import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, textOf } from '#testing/browser'
import { createControlClient } from '#testing/control'
import { channelThread } from '#testing/sampleReply'
import { startServer } from '#testing/server'

const { channel, thread_ts: root } = channelThread
const path = `/c/${channel}`

describe('files in the composer', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
    'base64',
  )
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Bring water') }
  const image = { name: 'map.png', mimeType: 'image/png', buffer: png }

  test('files are chosen, dropped and removed, and others see those that were sent', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    const ben = await signIn(server, 'Ben Okafor')
    await open(path)
    await ben.open(path)
    const composer = page.getByRole('textbox', { name: /^Message / })
    const attached = page.getByRole('list', { name: 'Files of this message' }).getByRole('listitem')
    await page.locator('main input[type=file]').setInputFiles([notes, { ...notes, name: 'wrong.txt' }])
    await attached.getByRole('button', { name: 'Remove wrong.txt' }).click()
    await expect.poll(() => composer.evaluate((box) => box === document.activeElement)).toBe(true)
    await dropOn(page, 'main', image)
    await expect.poll(() => attached.count()).toBe(2)

    await composer.fill('For the walk')
    await composer.press('Enter')
    const findShared = (target: Page) => target.getByRole('article').filter({ hasText: 'For the walk' })
    const picture = findShared(ben.page).getByRole('img', { name: 'map.png' })
    await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
    // A small image is not enlarged.
    await expect.poll(async () => (await picture.boundingBox())?.height).toBeLessThan(10)
    const card = findShared(ben.page).getByRole('link', { name: /notes\.txt/ })
    const bytes = await ben.page.request.get(new URL((await card.getAttribute('href')) ?? '', server.url).href)
    expect(await bytes.text()).toBe('Bring water')
    await expect.poll(() => attached.count()).toBe(0)
    await expect.poll(() => textOf(composer)).toBe('')
    expect([...errors, ...ben.errors]).toEqual([])
  })

  test('a failed upload is reported and retried, and the message waits for it', async () => {
    const server = await startServer()
    const { page, open } = await signIn(server, 'Ana Lima')
    await open(`${path}/t/${root}`)
    const thread = page.getByTestId('thread')
    const reply = thread.getByRole('textbox')
    await page.route('**/upload/**', (route) => route.abort(), { times: 1 })
    const input = thread.locator('input[type=file]')
    await input.setInputFiles({ ...notes, name: 'empty.txt', buffer: Buffer.alloc(0) })
    await thread.getByText('empty.txt is empty.').waitFor()
    await input.setInputFiles(notes)
    await thread.getByRole('alert').getByText('The upload was interrupted.').waitFor()
    await reply.press('Enter')
    await thread.getByText('A file could not be uploaded.').waitFor()

    const uploadAllowed = Promise.withResolvers<void>()
    await page.route('**/upload/**', async (route) => (await uploadAllowed.promise, route.continue()))
    await thread.getByRole('button', { name: 'Retry notes.txt' }).click()
    await reply.fill('For the walk')
    await reply.press('Enter')
    const waits = thread.getByText('Will be sent as soon as the files are uploaded.')
    await waits.waitFor()
    // It also waits while the person is elsewhere.
    await page.getByRole('link', { name: 'random', exact: true }).click()
    await expect.poll(() => thread.count()).toBe(0)
    await page.goBack()
    await waits.waitFor()
    await page.goForward()
    await expect.poll(() => thread.count()).toBe(0)
    uploadAllowed.resolve()
    const { readThread } = createControlClient(server)
    await expect
      .poll(async () => (await readThread('U0ANA', channel, root)).messages.map(({ text }) => text))
      .toContain('For the walk')
    await page.goBack()
    await expect.poll(() => textOf(reply)).toBe('')
    await thread
      .getByRole('article')
      .getByRole('link', { name: /notes\.txt/ })
      .waitFor()
  })

  test('[DRF-5] a reply that waits keeps its choice of the channel, and tells elsewhere that an upload failed', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(`${path}/t/${root}`)
    const thread = page.getByTestId('thread')
    const reply = thread.getByRole('textbox')
    const box = thread.getByRole('checkbox', { name: 'Also send to #general' })
    const goAway = async () => {
      await page.getByRole('link', { name: 'random', exact: true }).click()
      await expect.poll(() => thread.count()).toBe(0)
    }
    const uploadEnds = Promise.withResolvers<void>()
    await page.route('**/upload/**', async (route) => (await uploadEnds.promise, route.abort()), { times: 1 })
    await thread.locator('input[type=file]').setInputFiles(notes)
    await reply.fill('For the walk')
    await box.check()
    await reply.press('Enter')
    await thread.getByText('Will be sent as soon as the files are uploaded.').waitFor()
    await goAway()
    await page.goBack()
    await expect.poll(() => box.isChecked()).toBe(true)
    // What is chosen now counts.
    await box.uncheck()
    await goAway()
    await page.goBack()
    await expect.poll(() => box.isChecked()).toBe(false)
    await box.check()
    await goAway()

    uploadEnds.resolve()
    const notice = page.getByRole('region', { name: 'Notices' }).getByRole('article')
    await notice.filter({ hasText: 'Not sent yet: #general' }).waitFor()
    await notice.getByRole('button', { name: 'Show' }).click()
    await thread.getByText('A file could not be uploaded.').waitFor()
    await notice.waitFor({ state: 'detached' })
    await thread.getByRole('button', { name: 'Retry notes.txt' }).click()
    await page.getByRole('main').getByRole('article').filter({ hasText: 'For the walk' }).waitFor()
    await expect.poll(() => textOf(reply)).toBe('')
    await expect.poll(() => box.isChecked()).toBe(false)
    // The browser itself says that the upload broke off.
    expect(errors.filter((error) => !error.includes('Failed to load resource'))).toEqual([])
  })

  test('[DRF-5] a draft that is deleted while its files are uploaded is not sent, and leaves no files', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open('/c/C0HELP')
    const composer = page.getByRole('textbox', { name: 'Message #help-desk' })
    const uploadEnds = Promise.withResolvers<void>()
    await page.route('**/upload/**', async (route) => (await uploadEnds.promise, route.continue().catch(() => {})))
    await page.locator('main input[type=file]').setInputFiles(notes)
    await composer.fill('Never mind')
    await composer.press('Enter')
    await page.getByText('Will be sent as soon as the files are uploaded.').waitFor()
    await page.getByRole('link', { name: 'general', exact: true }).click()
    await page.getByRole('navigation').getByRole('button', { name: 'Drafts' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete' }).last().click()
    await page.getByText('There are no drafts.').waitFor()
    uploadEnds.resolve()
    await page.keyboard.press('Escape')
    await page.goBack()
    await expect.poll(() => textOf(composer)).toBe('')
    expect(await page.getByRole('list', { name: 'Files of this message' }).count()).toBe(0)
    // What is sent next is the next message.
    await composer.fill('Something else')
    await composer.press('Enter')
    await page.getByRole('article').filter({ hasText: 'Something else' }).waitFor()
    expect(await page.getByRole('article').filter({ hasText: 'notes.txt' }).count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('a draft takes pasted files, at most twenty, and leaving the page asks first', async () => {
    const server = await startServer()
    const { page, errors, open } = await signIn(server, 'Ana Lima')
    await open(path)
    const composer = page.getByRole('textbox', { name: /^Message / })
    const attached = page.getByRole('list', { name: 'Files of this message' }).getByRole('listitem')
    // The plain field, which may be there first, is gone by the time of the paste.
    await page.locator('[data-region="composer"] [contenteditable="true"]').waitFor()
    await composer.fill('See')
    await pasteInto(composer, image)
    await attached.filter({ hasText: 'map.png' }).waitFor()
    await expect.poll(() => textOf(composer)).toBe('See')
    const many = Array.from({ length: 20 }, (_, i) => ({ ...notes, name: `${i}.txt` }))
    await page.locator('main input[type=file]').setInputFiles(many)
    await page.getByTestId('composer-error').getByText('A message has at most 20 files.').waitFor()
    await expect.poll(() => attached.count()).toBe(20)
    await expect.poll(() => attached.filter({ hasText: '19.txt' }).count()).toBe(0)

    await page.getByRole('textbox', { name: 'Description of map.png' }).fill('One red dot')
    await composer.press('End')
    const leaveDialog = page.waitForEvent('dialog')
    // Playwright's own reload would wait for a page that never loads.
    const leaving = page.evaluate(() => location.reload())
    const dialog = await leaveDialog
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await leaving
    await expect.poll(() => attached.count()).toBe(20)
    await composer.press('Enter')
    const sent = page.getByRole('article').filter({ hasText: 'See' })
    await expect.poll(() => sent.getByRole('link').count()).toBe(20)
    await page.reload()
    await expect.poll(() => sent.getByRole('link').count()).toBe(20)
    await expect.poll(() => sent.getByRole('img', { name: 'One red dot' }).count()).toBe(1)
    expect(errors).toEqual([])
  })
})

/** Pastes a file into a text box. */
async function pasteInto(box: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  await box.evaluate(
    (element, [name, type, bytes]) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(
        new File([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))], name, { type }),
      )
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [file.name, file.mimeType, file.buffer.toString('base64')] as const,
  )
}

/** Drops a file on a pane. */
async function dropOn(page: Page, pane: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const dataTransfer = await page.evaluateHandle(
    ([name, type, bytes]) => {
      const transfer = new DataTransfer()
      transfer.items.add(
        new File([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))], name, { type }),
      )
      return transfer
    },
    [file.name, file.mimeType, file.buffer.toString('base64')] as const,
  )
  for (const type of ['dragover', 'drop']) await page.locator(pane).dispatchEvent(type, { dataTransfer })
}
