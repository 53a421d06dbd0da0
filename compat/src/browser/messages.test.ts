import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aViewer } from '#testing/browser'
import { direct, thread } from '#testing/scene'
import { clientOf } from '#testing/sdk'
import { aServer } from '#testing/server'

const { channel, thread_ts: root } = thread
const path = `/c/${channel}`
const messageAt = (page: Page, ts = '') => page.locator(`[data-ts="${ts}"]`)

describe('someone who looks at a channel', () => {
  test('sees a message change and go, and the same after a reload', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(path)
    const { ts } = await client.chat.postMessage({ channel, text: 'One moment' })
    const message = messageAt(page, ts)
    await message.waitFor()
    expect(await message.textContent()).not.toContain('(edited)')

    await client.chat.update({ channel, ts: ts ?? '', text: 'It is *done*' })
    await expect.poll(() => message.getByTestId('text').textContent()).toBe('It is done (edited)')
    await page.reload()
    await message.waitFor()
    expect(await message.getByTestId('text').textContent()).toBe('It is done (edited)')

    await client.chat.delete({ channel, ts: ts ?? '' })
    await expect.poll(() => message.count()).toBe(0)
    await page.reload()
    await messageAt(page, root).waitFor()
    expect(await message.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('sees what is left of a root that was answered, and its thread', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(path)
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'Never mind' })
    const { ts: reply = '' } = await client.chat.postMessage({ channel, thread_ts: ts, text: 'But I answered' })
    const message = messageAt(page, ts)

    await client.chat.delete({ channel, ts })
    await expect.poll(() => message.textContent()).toContain('This message was deleted.')
    await message.getByRole('button', { name: '1 reply' }).click()
    await page.getByTestId('thread').getByText('But I answered').waitFor()

    await client.chat.delete({ channel, ts: reply })
    await page.getByText('This thread is not here any more.').waitFor()
    await expect.poll(() => message.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('is told something alone, and puts it away for good', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    const ben = await aViewer(server, 'Ben Okafor')
    await go(path)
    await ben.go(path)

    await client.chat.postEphemeral({ channel, user: 'U0ANA', text: 'Shall I *book* it?' })
    const told = page.getByTestId('ephemeral')
    await told.waitFor()
    expect(await told.textContent()).toMatch(/Scout.*Shall I book it\?.*Only visible to you/)
    await expect.poll(() => page.getByTestId('announcer').textContent()).toContain('Scout tells only you: Shall I book')

    await client.chat.postMessage({ channel, text: 'For all' })
    await ben.page.getByText('For all', { exact: true }).waitFor()
    expect(await ben.page.getByTestId('ephemeral').count()).toBe(0)

    await told.getByRole('button', { name: 'Dismiss' }).click()
    expect(await told.count()).toBe(0)
    await client.chat.postEphemeral({ channel, user: 'U0ANA', text: 'Only until you leave' })
    await told.waitFor()
    await page.reload()
    await messageAt(page, root).waitFor()
    expect(await told.count()).toBe(0)
    expect([...complaints, ...ben.complaints]).toEqual([])
  })
})

describe('someone who opens a link to a message', () => {
  test('is led to it, however far back it is', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const { ts: far = '' } = await client.chat.postMessage({ channel, text: 'The one that is meant' })
    for (let i = 0; i < 70; i++) await client.chat.postMessage({ channel, text: `Another ${i}` })
    const { permalink = '' } = await client.chat.getPermalink({ channel, message_ts: far })
    const { page, complaints } = await aViewer(server, 'Ana Lima')

    await page.goto(permalink)
    const message = messageAt(page, far)
    await message.waitFor()
    await expect.poll(() => message.getAttribute('data-target')).toBe('true')
    await expect.poll(() => isInView(message.boundingBox(), 800)).toBe(true)

    await page.getByRole('link', { name: 'help-desk' }).click()
    await client.chat.postMessage({ channel: 'C0HELP', text: `It is here: ${permalink}` })
    await page.getByRole('link', { name: permalink }).click()
    await expect.poll(() => page.url()).toBe(permalink)
    await expect.poll(() => message.getAttribute('data-target')).toBe('true')
    expect(complaints).toEqual([])
  })

  test('to a reply is led into its thread', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const { ts = '' } = await client.chat.postMessage({ channel, thread_ts: root, text: 'The reply that is meant' })
    const { permalink = '' } = await client.chat.getPermalink({ channel, message_ts: ts })
    const { page, complaints } = await aViewer(server, 'Ana Lima')
    await page.goto(permalink)
    const reply = page.getByTestId('thread').locator(`[data-ts="${ts}"]`)
    await reply.waitFor()
    expect(await reply.getAttribute('data-target')).toBe('true')
    expect(complaints).toEqual([])
  })

  test('that is gone is told so', async () => {
    const server = await aServer()
    const { page, complaints } = await aViewer(server, 'Ana Lima')
    await page.goto(`${server.url}/archives/${channel}/p1767225500000100`)
    await page.getByText('That message is not here any more.').waitFor()
    expect(complaints).toEqual([])
  })
})

async function isInView(box: Promise<{ y: number; height: number } | null>, height: number): Promise<boolean> {
  const at = await box
  return at !== null && at.y > 0 && at.y + at.height < height
}

describe('someone who reacts', () => {
  test.each([
    ['in a channel', channel, path, root],
    ['in a direct message', direct.channel, `/c/${direct.channel}`, direct.thread_ts],
  ])('%s with an emoji that is there, toggles their own', async (_where, id, at, ts) => {
    const server = await aServer()
    const client = clientOf(server)
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await client.reactions.add({ channel: id, timestamp: ts, name: 'tada' })
    await go(at)
    const tada = messageAt(page, ts).getByRole('button', { name: /tada/ })
    await tada.waitFor()
    expect(await tada.getAttribute('title')).toBe('Scout reacted with :tada:')

    await tada.click()
    await expect.poll(() => tada.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(async () => (await countsOf(client, id, ts))['tada']).toBe(2)
    expect(await tada.textContent()).toContain('2')
    expect(await tada.getAttribute('title')).toBe('Scout and you reacted with :tada:')

    await tada.click()
    await expect.poll(async () => (await countsOf(client, id, ts))['tada']).toBe(1)
    await client.reactions.remove({ channel: id, timestamp: ts, name: 'tada' })
    await expect.poll(() => messageAt(page, ts).getByTestId('reactions').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('with any emoji, picks it by mouse or by keyboard', async () => {
    const server = await aServer()
    const client = clientOf(server)
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    const ben = await aViewer(server, 'Ben Okafor')
    // The workspace's own emoji are pictures from elsewhere.
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    await page.route(/^https:/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }))
    await go(path)
    await ben.go(path)
    const message = messageAt(page, root)

    await message.hover()
    await message.getByRole('button', { name: 'Add a reaction' }).click()
    const picker = page.getByRole('dialog', { name: 'Add a reaction' })
    await picker.getByRole('combobox').fill('rocket')
    await page.keyboard.press('Enter')
    await message.getByRole('button', { name: /^1 rocket, You reacted with :rocket:$/ }).waitFor()
    expect(await picker.count()).toBe(0)
    await messageAt(ben.page, root)
      .getByRole('button', { name: /Ana reacted with :rocket:/ })
      .waitFor()

    await message.getByTestId('reactions').getByRole('button', { name: 'Add a reaction' }).click()
    await picker.getByRole('option', { name: 'grinning', exact: true }).click()
    await message.getByRole('button', { name: /^1 grinning,/ }).waitFor()

    await message.getByTestId('reactions').getByRole('button', { name: 'Add a reaction' }).click()
    await expect.poll(() => picker.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('grinning')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    expect(await picker.count()).toBe(0)
    expect(await countsOf(client, channel, root)).toEqual({ rocket: 1, grinning: 1 })
    expect([...complaints, ...ben.complaints]).toEqual([])
  })
})

async function countsOf(client: ReturnType<typeof clientOf>, id: string, ts: string): Promise<Record<string, number>> {
  const { message } = await client.reactions.get({ channel: id, timestamp: ts })
  return Object.fromEntries((message?.reactions ?? []).map(({ name = '', count = 0 }) => [name, count]))
}

describe('someone who shares files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
    'base64',
  )
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Bring water') }
  const image = { name: 'map.png', mimeType: 'image/png', buffer: png }

  test('chooses, drops and takes away again, and others see what was sent', async () => {
    const server = await aServer()
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    const ben = await aViewer(server, 'Ben Okafor')
    await go(path)
    await ben.go(path)
    const composer = page.getByRole('textbox', { name: /^Message / })
    const attached = page.getByRole('list', { name: 'Files of this message' }).getByRole('listitem')
    await page.locator('main input[type=file]').setInputFiles([notes, { ...notes, name: 'wrong.txt' }])
    await attached.getByRole('button', { name: 'Remove wrong.txt' }).click()
    expect(await composer.evaluate((box) => box === document.activeElement)).toBe(true)
    await dropOn(page, 'main', image)
    await expect.poll(() => attached.count()).toBe(2)

    await composer.fill('For the walk')
    await composer.press('Enter')
    const shared = (of: Page) => of.getByRole('article').filter({ hasText: 'For the walk' })
    const picture = shared(ben.page).getByRole('img', { name: 'map.png' })
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)
    // A small one is as small as it is.
    expect((await picture.boundingBox())?.height).toBeLessThan(10)
    const card = shared(ben.page).getByRole('link', { name: /notes\.txt/ })
    const bytes = await ben.page.request.get(new URL((await card.getAttribute('href')) ?? '', server.url).href)
    expect(await bytes.text()).toBe('Bring water')
    expect(await attached.count()).toBe(0)
    expect(await composer.inputValue()).toBe('')
    expect([...complaints, ...ben.complaints]).toEqual([])
  })

  test('is told when one did not arrive, tries it again, and the message waits for it', async () => {
    const server = await aServer()
    const { page, go } = await aViewer(server, 'Ana Lima')
    await go(`${path}/t/${root}`)
    const thread = page.getByTestId('thread')
    const reply = thread.getByRole('textbox')
    await page.route('**/upload/**', (route) => route.abort(), { times: 1 })
    const input = thread.locator('input[type=file]')
    await input.setInputFiles({ ...notes, name: 'empty.txt', buffer: Buffer.alloc(0) })
    await thread.getByText('empty.txt is empty.').waitFor()
    await input.setInputFiles(notes)
    await thread.getByRole('alert').getByText('The upload broke off.').waitFor()
    await reply.press('Enter')
    await thread.getByText('A file is not there.').waitFor()

    const arriving = Promise.withResolvers<void>()
    await page.route('**/upload/**', async (route) => (await arriving.promise, route.continue()))
    await thread.getByRole('button', { name: 'Try notes.txt again' }).click()
    await reply.press('Enter')
    await thread.getByText('Goes as soon as its files are there.').waitFor()
    arriving.resolve()
    await thread
      .getByRole('article')
      .getByRole('link', { name: /notes\.txt/ })
      .waitFor()
  })

  test('pastes them beside words, up to twenty, and is asked before what was not sent is lost', async () => {
    const server = await aServer()
    const { page, complaints, go } = await aViewer(server, 'Ana Lima')
    await go(path)
    const composer = page.getByRole('textbox', { name: /^Message / })
    const attached = page.getByRole('list', { name: 'Files of this message' }).getByRole('listitem')
    await composer.fill('See')
    await pasteInto(composer, image)
    await attached.filter({ hasText: 'map.png' }).waitFor()
    expect(await composer.inputValue()).toBe('See')
    const many = Array.from({ length: 20 }, (_, i) => ({ ...notes, name: `${i}.txt` }))
    await page.locator('main input[type=file]').setInputFiles(many)
    await page.getByTestId('composer-trouble').getByText('A message has at most 20 files.').waitFor()
    expect(await attached.count()).toBe(20)
    expect(await attached.filter({ hasText: '19.txt' }).count()).toBe(0)

    await page.getByRole('textbox', { name: 'What is to be seen in map.png' }).fill('One red dot')
    await composer.press('End')
    const asked = page.waitForEvent('dialog')
    // Playwright's own reload would wait for the page that does not come.
    const leaving = page.evaluate(() => location.reload())
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await leaving
    expect(await attached.count()).toBe(20)
    await composer.press('Enter')
    const sent = page.getByRole('article').filter({ hasText: 'See' })
    await expect.poll(() => sent.getByRole('link').count()).toBe(20)
    await page.reload()
    await expect.poll(() => sent.getByRole('link').count()).toBe(20)
    expect(await sent.getByRole('img', { name: 'One red dot' }).count()).toBe(1)
    expect(complaints).toEqual([])
  })
})

/** As if a file were copied elsewhere and pasted here. */
async function pasteInto(box: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  await box.evaluate(
    (at, [name, type, bytes]) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name, { type }))
      at.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [file.name, file.mimeType, file.buffer.toString('base64')] as const,
  )
}

/** As if a file were dragged from the desktop. */
async function dropOn(page: Page, pane: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const held = await page.evaluateHandle(
    ([name, type, bytes]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name, { type }))
      return transfer
    },
    [file.name, file.mimeType, file.buffer.toString('base64')] as const,
  )
  for (const type of ['dragover', 'drop']) await page.locator(pane).dispatchEvent(type, { dataTransfer: held })
}
